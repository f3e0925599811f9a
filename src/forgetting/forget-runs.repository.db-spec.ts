import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { ForgetRunsRepository } from './forget-runs.repository';

const [FIRST, SECOND] = ['ab'.repeat(32), 'cd'.repeat(32)];

let test: TestDatabase;
let runs: ForgetRunsRepository;

beforeAll(async () => {
  test = await openTestDatabase();
  runs = new ForgetRunsRepository(test.db);
});
afterAll(() => test.close());

async function started(holder: string): Promise<string> {
  const receiptId = uuidv7();
  const run = { receiptId, agentIds: ['a'], by: 'key:privacy', sessionId: null };
  await runs.start({ ...run, sealed: Buffer.from('sealed') }, holder);
  return receiptId;
}

const finish = (receiptId: string) =>
  runs.finish(receiptId, { at: new Date(), auditHead: null, keyId: 'k', signature: 's' });

it('gives a run to another process only once it is released', async () => {
  const [holder, other] = [randomUUID(), randomUUID()];
  const receiptId = await started(holder);
  expect(await runs.take(other)).toBeNull();
  expect(await runs.hold(receiptId, other)).toBe(false);
  await runs.release(receiptId, other);
  expect(await runs.take(other)).toBeNull();
  await runs.release(receiptId, holder);
  expect(await runs.take(other)).toMatchObject({ receiptId, agentIds: ['a'], by: 'key:privacy' });
  expect([await runs.hold(receiptId, holder), await runs.hold(receiptId, other)]).toEqual([false, true]);
  await finish(receiptId);
});

it('adds counts, and keeps each digest and file once', async () => {
  const receiptId = await started(randomUUID());
  const fileId = randomUUID();
  await runs.addCounts(receiptId, { memories: 2, chunks: 0 });
  await runs.addCounts(receiptId, { memories: 3, queries: 1 });
  await runs.addDigests(receiptId, [SECOND, FIRST, FIRST]);
  await runs.addDigests(receiptId, [FIRST]);
  await runs.addFiles(receiptId, [fileId]);
  await runs.addFiles(receiptId, [fileId]);
  const receipt = await runs.find(receiptId);
  expect(receipt).toMatchObject({ counts: { memories: 5, queries: 1, files: 0 }, digests: [FIRST, SECOND] });
  expect(await runs.findFiles(receiptId)).toEqual([fileId]);
  await finish(receiptId);
});

it('ends a run once, and erases what it looked for', async () => {
  const holder = randomUUID();
  const receiptId = await started(holder);
  expect([await finish(receiptId), await finish(receiptId)]).toEqual([true, false]);
  expect(await runs.hold(receiptId, holder)).toBe(false);
  const row = await test.db.models.forgetRun.findUnique({ where: { receiptId } });
  expect(row).toMatchObject({ state: 'done', sealed: null, heldUntil: null, signature: 's' });
  expect(await runs.find(uuidv7())).toBeNull();
});

import type { Response } from 'supertest';
import { PrismaService } from '../src/database/prisma.service';
import { sql } from '../src/database/sql';
import { judgeBySubject, TornAgent } from './support/conflicts';
import { rule, SweptAgent } from './support/swept-agent';
import { useTestApp } from './support/test-app';
import { storedFiles, upload } from './support/uploads';

const app = useTestApp({ env: { INGEST_CONCURRENCY: 0 } });
let agent: SweptAgent;
let agents = 0;

beforeEach(async () => {
  agent = await SweptAgent.create(app, `rewriter-${agents++}`);
});

type Method = 'post' | 'put' | 'patch' | 'delete';

const write = (method: Method, path: string, body: object = {}, key = 'k') =>
  agent.session.call(method, path).set('Idempotency-Key', key).send(body);

function expectReplay(first: Response, second: Response): void {
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toEqual(first.body);
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(second.headers['idempotency-replayed']).toBe('true');
}

const POLICY = { rules: [rule('old', { tags: ['old'] })], purge_expired_after: '1d' };

/** Writes that are asked for with one key, and whether they did something once. */
const WRITES: [string, (id: string) => [Method, string, object?]][] = [
  ['edit', (id) => ['patch', `memories/${id}`, { content: 'Edited' }]],
  ['delete', (id) => ['delete', `memories/${id}`]],
  ['expire', (id) => ['post', `memories/${id}/expire`, { reason: 'over' }]],
  ['restore', (id) => ['post', `memories/${id}/restore`]],
  ['policy', () => ['put', 'policy', POLICY]],
  ['preset', () => ['post', 'policy/preset', { name: 'balanced' }]],
  ['apply', () => ['post', 'policy/apply']],
  ['purge', () => ['post', 'policy/purge']],
];

describe('a repeated write', () => {
  it.each(WRITES)('(%s) answers the first response, and does nothing', async (_, requestOf) => {
    const id = await agent.remember({ tags: ['old'] });
    await agent.put(POLICY);
    await agent.later(2);
    const [method, path, body] = requestOf(id);
    const first = await write(method, path, body);
    const events = await agent.events(id);
    expectReplay(first, await write(method, path, body));
    expect(await agent.events(id)).toEqual(events);
    await write('patch', `memories/${id}`, { content: 'Other' }).expect(409);
  });

  it('happens once when it comes eight times at once', async () => {
    const id = await agent.remember();
    await agent.remember({ tags: ['old'] });
    await agent.put(POLICY);
    await agent.later(2);
    const eight = (send: () => PromiseLike<Response>) => Promise.all(Array.from({ length: 8 }, () => send()));
    const edits = await eight(() => write('patch', `memories/${id}`, { content: 'Once' }, 'edit'));
    const sweeps = await eight(() => write('post', 'policy/apply', {}, 'sweep'));
    for (const answers of [edits, sweeps]) {
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const replayed = answers.filter(({ headers }) => headers['idempotency-replayed']);
      expect(replayed).toHaveLength(7);
    }
    expect(new Set(sweeps.map(({ body }) => body.sweep_id as string)).size).toBe(1);
    expect(await agent.events(id)).toEqual(['edited', 'created']);
    expect(await agent.sweeps()).toHaveLength(1);
  });

  it('is free after one that was refused', async () => {
    const id = await agent.remember();
    await write('patch', `memories/${id}`, {}).expect(400);
    await write('delete', 'memories/01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e').expect(404);
    await write('post', 'policy/sweeps/01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e/undo').expect(404);
    await write('delete', `memories/${id}`).expect(200);
    await agent.session.call('delete', `memories/${id}`).set('Idempotency-Key', 'a b').expect(422);
  });

  it('(undo) answers the first response', async () => {
    await agent.remember({ tags: ['old'] });
    await agent.put(POLICY);
    await agent.later(2);
    const { sweep_id } = await agent.apply();
    const path = `policy/sweeps/${sweep_id}/undo`;
    const first = await write('post', path);
    expect(first.body).toMatchObject({ restored: 1 });
    expectReplay(first, await write('post', path));
  });

  it('(conflicts/resolve) answers the first response', async () => {
    judgeBySubject(app);
    const torn = await TornAgent.create(app, `torn-writer-${agents++}`);
    await torn.tear();
    const resolve = () =>
      torn.resolve(0, 'manual', { manual_content: 'City: Bonn' }).set('Idempotency-Key', 'k');
    expectReplay(await resolve(), await resolve());
    expect(await torn.contents()).toEqual(['City: Bonn']);
    expect(await torn.open()).toEqual([]);
    jest.restoreAllMocks();
  });

  it('(upload and delete of a file) answers the first response, and keeps no second copy', async () => {
    const send = (bytes: string) =>
      upload(app, agent.session, 'notes.txt', bytes, { 'Idempotency-Key': 'u' });
    const before = await storedFiles(app);
    const first = await send('Tea is green.');
    const second = await send('Tea is green.');
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect((await send('Tea is black.')).status).toBe(409);
    expect(await storedFiles(app)).toHaveLength(before.length + 1);
    const path = `files/${first.body.file_id}`;
    expectReplay(await write('delete', path), await write('delete', path));
    expect(await storedFiles(app)).toEqual(before);
  });

  it('keeps nothing of what deleted memories said', async () => {
    const id = await agent.remember({ content: 'A secret plan', tags: ['old'] });
    await agent.put(POLICY);
    await agent.later(2);
    const swept = await write('post', 'policy/apply', {}, 'sweep').expect(200);
    expect(swept.body.memories).toMatchObject([{ id, title: 'A secret plan' }]);
    expectReplay(swept, await write('post', 'policy/apply', {}, 'sweep'));
    const messages = [{ role: 'user', content: 'We decided to use a secret plan for the launch.' }];
    const extracted = await write('post', 'remember/extract', { messages }, 'extract').expect(200);
    expectReplay(extracted, await write('post', 'remember/extract', { messages }, 'extract'));
    for (const each of extracted.body.results as { id: string }[])
      await write('delete', `memories/${each.id}`, {}, each.id).expect(200);
    await agent.later(2);
    const purged = await write('post', 'policy/purge', {}, 'purge').expect(200);
    expect(purged.body.memories).toMatchObject([{ id, title: 'A secret plan' }]);
    const [row] = await app.app.get(PrismaService).query<{ texts: string }>(sql`
      SELECT string_agg(k.response::text, ' ') AS texts FROM idempotency_keys k WHERE k.agent_id = ${agent.id}`);
    expect(row?.texts).not.toMatch(/secret plan/i);
    const again = await write('post', 'policy/purge', {}, 'purge').expect(200);
    expect(again.body).toEqual({ ...purged.body, memories: [{ ...purged.body.memories[0], title: '' }] });
  });
});

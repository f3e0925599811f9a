import { randomUUID } from 'node:crypto';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { uncounted } from '../database/bounded-work';
import { sql } from '../database/sql';
import { type QuotingReport, QuotingRowsRepository } from './quoting-rows.repository';

/** More than two slices. */
const ROWS = 1_100;

let test: TestDatabase;
let rows: QuotingRowsRepository;

beforeAll(async () => {
  test = await openTestDatabase();
  rows = new QuotingRowsRepository(test.db);
  await test.db.execute(sql`
    INSERT INTO agents (agent_id, namespace, pattern, created_at) VALUES ('demo', 'ns_demo', 'support', now())`);
});
afterAll(() => test.close());

it('empties the reports that a condition holds for, of all days and slices, once', async () => {
  const data = Array.from({ length: ROWS }, (_, i) => ({
    ...{ agentId: 'demo', date: new Date(Date.UTC(2026, 0, 1 + (i % 3))), index: i, type: 'duplicate' },
    ...{ title: i % 2 === 0 ? 'Alice' : 'Bob', description: 'd', recommendation: 'r', generatedBy: 'rules' },
    ...{ oldMemoryId: randomUUID(), newMemoryId: randomUUID(), createdAt: new Date() },
  }));
  await test.db.models.conflictRow.createMany({ data });
  const isMeant = ({ texts }: QuotingReport) => texts[0] === 'Alice';
  const changes: number[] = [];
  const counted = async (change: () => Promise<number>) => {
    const count = await change();
    changes.push(count);
    return count;
  };
  expect(await rows.emptyReports('demo', isMeant, (_change, found) => Promise.resolve(found))).toBe(ROWS / 2);
  expect(await test.db.models.conflictRow.count({ where: { title: 'Alice' } })).toBe(ROWS / 2);
  expect(await rows.emptyReports('demo', isMeant, counted)).toBe(ROWS / 2);
  expect(changes).toHaveLength(3);
  expect(await test.db.models.conflictRow.count({ where: { title: 'Alice' } })).toBe(0);
  expect(await test.db.models.conflictRow.count({ where: { title: 'Bob', description: 'd' } })).toBe(
    ROWS / 2,
  );
  expect(await rows.emptyReports('demo', isMeant, uncounted)).toBe(0);
});

import { randomUUID } from 'node:crypto';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import type { Memory } from '../backend/memory';
import { sql } from '../database/sql';
import { LinksRepository } from '../links/links.repository';
import { ConflictReportsRepository } from './conflict-reports.repository';
import { type Pair, pairKey } from './generation';

const AT = new Date('2026-05-10T12:00:00.000Z');
const KEY = { agentId: 'a', date: '2026-05-10' };
const EARLIER = '2026-05-09';

let database: TestDatabase;
let reports: ConflictReportsRepository;

beforeAll(async () => {
  database = await openTestDatabase();
  reports = new ConflictReportsRepository(database.db, new LinksRepository(database.db));
  await database.db.execute(sql`
    INSERT INTO agents (agent_id, namespace, pattern, created_at) VALUES ('a', 'n', 'project', ${AT}::timestamptz)`);
});

afterAll(() => database.close());

beforeEach(() => database.db.execute(sql`DELETE FROM conflict_rows`));

const memory = (updatedAt = AT) => ({ id: randomUUID(), updatedAt }) as Memory;
const pairOf = (older = memory(), newer = memory()): Pair => ({ older, newer });

interface Stored {
  date?: string;
  resolvedAt?: Date;
}

function store(oldId: string, newId: string, { date = KEY.date, resolvedAt }: Stored = {}) {
  return database.db.models.conflictRow.create({
    data: {
      agentId: 'a',
      date: new Date(date),
      index: Math.trunc(Math.random() * 1e9),
      type: 'contradiction',
      title: 't',
      description: 'd',
      recommendation: 'r',
      oldMemoryId: oldId,
      newMemoryId: newId,
      generatedBy: 'rules',
      createdAt: AT,
      ...(resolvedAt && { resolved: true, action: 'kept', resolvedAt }),
    },
  });
}

const isSettled = async (pair: Pair) =>
  (await reports.findSettled(KEY, [pairOf(), pair])).has(pairKey(pair.older.id, pair.newer.id));

describe('a pair of memories', () => {
  it('is settled if it is in the report, in either order', async () => {
    const [straight, turned] = [pairOf(), pairOf()];
    await store(straight.older.id, straight.newer.id);
    await store(turned.newer.id, turned.older.id);
    expect(await isSettled(straight)).toBe(true);
    expect(await isSettled(turned)).toBe(true);
  });

  it('is not settled by an open row of an earlier report', async () => {
    const pair = pairOf();
    await store(pair.older.id, pair.newer.id, { date: EARLIER });
    expect(await isSettled(pair)).toBe(false);
  });

  it.each([
    ['when both were last changed', 0, true],
    ['after one of them was changed', -1, false],
  ])('is settled by a row of an earlier report that was resolved %s: %i ms, %s', async (_, ms, expected) => {
    const pair = pairOf(memory(new Date(AT.getTime() - 5_000)), memory(AT));
    const resolvedAt = new Date(AT.getTime() + ms);
    await store(pair.older.id, pair.newer.id, { date: EARLIER, resolvedAt });
    expect(await isSettled(pair)).toBe(expected);
  });

  it('is not settled by rows of each memory with others', async () => {
    const [pair, other] = [pairOf(), pairOf()];
    await store(pair.older.id, other.newer.id);
    await store(other.older.id, pair.newer.id);
    const settled = await reports.findSettled(KEY, [pair, other]);
    expect([...settled]).toEqual([]);
  });

  it('is looked up among as many as one statement takes', async () => {
    const pairs = Array.from({ length: 1_000 }, () => pairOf());
    const last = pairs[999] ?? pairOf();
    await store(last.older.id, last.newer.id);
    expect([...(await reports.findSettled(KEY, pairs))]).toEqual([pairKey(last.older.id, last.newer.id)]);
  });
});

describe('a row of a report', () => {
  it('is held if it is open, and only then', async () => {
    const [pair, other] = [pairOf(), pairOf()];
    const open = await store(pair.older.id, pair.newer.id);
    const closed = await store(other.older.id, other.newer.id, { resolvedAt: AT });
    expect(await reports.holdOpen(KEY, open.index)).toBe(true);
    expect(await reports.holdOpen(KEY, closed.index)).toBe(false);
    expect(await database.db.models.conflictRow.count({ where: { resolved: false } })).toBe(1);
  });
});

import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { plantAgent, plantNamespace, someMemories } from '../../test/support/planted-agents';
import { exported, fileOf, imported } from '../../test/support/transfer';
import { sql } from '../database/sql';

describe('a round trip', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  let lines: string[];

  beforeAll(async () => {
    [source, target] = [await openTestDatabase(), await openTestDatabase()];
    await plantAgent(source.db, 'zoe', someMemories(450, 1));
    await plantAgent(source.db, 'Adam', someMemories(40, 2));
    await plantAgent(source.db, 'empty', []);
    await plantNamespace(source.db, 'orphaned', someMemories(40, 3));
    lines = await exported(source.db);
  });

  afterAll(() => Promise.all([source.close(), target.close()]));

  it('has all there is', async () => {
    const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind);
    const count = (kind: string) => kinds.filter((each) => each === kind).length;
    const [row] = await source.db.query<object>(sql`
      SELECT (SELECT count(*) FROM memories)::float8 AS memory, (SELECT count(*) FROM agents)::float8 AS agent,
        (SELECT count(*) FROM deleted_fingerprints)::float8 AS fingerprint,
        (SELECT count(*) FROM conflict_rows)::float8 AS conflict,
        (SELECT count(*) FROM memory_links)::float8 AS link,
        (SELECT count(DISTINCT memory_id) FROM memory_history h
          WHERE NOT EXISTS (SELECT FROM memories m WHERE m.id = h.memory_id))::float8 AS deleted`);
    expect(row).toEqual({
      memory: count('memory'),
      agent: 3,
      fingerprint: count('fingerprint'),
      conflict: 753,
      link: count('link'),
      deleted: count('deleted'),
    });
    expect(count('memory')).toBeGreaterThan(200);
    expect(count('deleted')).toBeGreaterThan(200);
  });

  it('is exact, to the byte', async () => {
    const tally = await imported(target.db, fileOf(lines));
    expect(tally).toMatchObject({
      there: 0,
      refused: 0,
      bad: [],
      isComplete: true,
      stored: lines.length - 2,
    });
    expect((await exported(target.db)).slice(1)).toEqual(lines.slice(1));
  });

  it('computes what duplicates are found by', async () => {
    const keys = sql`SELECT id, content_key::text AS key FROM memories ORDER BY id`;
    expect(await target.db.query(keys)).toEqual(await source.db.query(keys));
  });

  it('changes nothing when it is done again', async () => {
    const tally = await imported(target.db, fileOf(lines));
    expect(tally).toMatchObject({ stored: 0, there: lines.length - 2, refused: 0, bad: [] });
    expect((await exported(target.db)).slice(1)).toEqual(lines.slice(1));
  });

  it('leaves room for what is stored later on', async () => {
    const [row] = await target.db.query<{ next: number; last: number }>(sql`
      SELECT nextval(pg_get_serial_sequence('memories', 'seq'))::float8 AS next,
        (SELECT max(seq) FROM memories)::float8 AS last`);
    expect(row?.next).toBeGreaterThan(row?.last ?? Infinity);
  });
});

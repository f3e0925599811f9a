import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { plantAgent, plantMemory, someMemories } from '../../test/support/planted-agents';
import { exported, exportsOf } from '../../test/support/transfer';
import type { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';

const MEMORIES = 450;

/** One change of each kind to every table that is exported, for part of the rows. */
async function changeEverything(db: PrismaService): Promise<void> {
  const [namespace] = await db.query<{ id: string }>(
    sql`SELECT id::text AS id FROM namespaces WHERE name = 'ns_busy'`,
  );
  const id = sql`${namespace?.id}::text::bigint`;
  await db.execute(sql`
    WITH edited AS (
      UPDATE memories SET content = 'edited', updated_at = now()
      WHERE namespace_id = ${id} AND get_byte(uuid_send(id), 0) % 3 = 0 RETURNING id
    )
    INSERT INTO memory_history (namespace_id, memory_id, at, event, by, former)
    SELECT ${id}, e.id, now(), 'edited', 'test', '{"content": "former"}' FROM edited e`);
  await db.execute(sql`
    UPDATE memories SET status = 'expired', expired_at = now(), expired_by = 'test'
    WHERE namespace_id = ${id} AND status = 'active' AND get_byte(uuid_send(id), 0) % 4 = 1`);
  await db.execute(sql`
    WITH gone AS (
      DELETE FROM memories WHERE namespace_id = ${id} AND get_byte(uuid_send(id), 0) % 3 = 1 RETURNING id
    ), erased AS (
      UPDATE memory_history h SET former = NULL FROM gone g WHERE h.namespace_id = ${id} AND h.memory_id = g.id
    )
    INSERT INTO memory_history (namespace_id, memory_id, at, event, by)
    SELECT ${id}, g.id, now(), 'deleted', 'test' FROM gone g`);
  await db.execute(sql`
    INSERT INTO deleted_fingerprints SELECT ${id}, sha256(i::text::bytea), now() FROM generate_series(1, 300) i`);
  for (const memory of someMemories(10, 9)) await plantMemory(db, 'ns_busy', memory);
  await db.execute(sql`UPDATE policies SET policy = '{"rules": []}' WHERE agent_id = 'busy'`);
  await db.execute(sql`UPDATE sweeps SET changed = 99 WHERE agent_id = 'busy'`);
  await db.execute(sql`UPDATE files SET deleting = true WHERE agent_id = 'busy' AND file_size > 0`);
  await db.execute(
    sql`UPDATE conflict_rows SET resolved = true, action = 'keep_new', resolved_at = now() WHERE agent_id = 'busy' AND index % 2 = 0`,
  );
  await db.execute(sql`DELETE FROM conflict_rows WHERE agent_id = 'busy' AND index % 5 = 0`);
  await db.execute(sql`UPDATE agents SET session_count = 1000 WHERE agent_id = 'busy'`);
}

describe('an export while others write', () => {
  let test: TestDatabase;
  let before: string[];

  beforeAll(async () => {
    test = await openTestDatabase();
    await plantAgent(test.db, 'busy', someMemories(MEMORIES, 4));
    await plantAgent(test.db, 'other', someMemories(20, 5));
    before = await exported(test.db, ['busy']);
  });
  afterAll(() => test.close());

  const begin = async (agentId: string) => {
    const { snapshots, service } = exportsOf(test.db);
    return { snapshots, service, snapshot: (await snapshots.ofAgent(agentId))! };
  };

  /** All lines but the header; `between` runs after each of the first pieces. */
  async function linesOf(pieces: AsyncIterable<string>, between: (at: number) => Promise<void>) {
    let text = '';
    let at = 0;
    for await (const piece of pieces) {
      text += piece;
      await between(at++);
    }
    return text.split('\n').slice(1, -1);
  }

  it('has what there was when it began, in every table, and nothing else', async () => {
    const { service, snapshot } = await begin('busy');
    const during = await linesOf(service.writeAgent(snapshot), async (at) => {
      if (at === 4) await changeEverything(test.db);
    });
    expect(during).toEqual(before.slice(1));
    const after = await exported(test.db, ['busy']);
    expect(after).not.toEqual(before);
    expect(await schemas(test.db)).toBe(0);

    const again = await begin('busy');
    expect(await linesOf(again.service.writeAgent(again.snapshot), () => Promise.resolve())).toEqual(
      after.slice(1),
    );
  });

  it('has it also where the agent is deleted with its memories, and beside another export', async () => {
    const { service, snapshots, snapshot } = await begin('other');
    const expected = await exported(test.db, ['other']);
    const later = (await snapshots.ofAgent('busy'))!;
    await test.db.execute(sql`DELETE FROM agents WHERE agent_id = 'other'`);
    await test.db.execute(sql`UPDATE namespaces SET name = NULL, deleted_at = now() WHERE name = 'ns_other'`);
    await test.db.execute(sql`DELETE FROM namespaces WHERE name IS NULL`);
    await later.source.close();
    expect(await linesOf(service.writeAgent(snapshot), () => Promise.resolve())).toEqual(expected.slice(1));
    expect(await snapshots.ofAgent('other')).toBeNull();
    expect(await schemas(test.db)).toBe(0);
  });
});

/** What an export leaves in the embedded database while it runs. */
async function schemas(db: PrismaService): Promise<number> {
  const rows = await db.query(sql`SELECT FROM pg_namespace WHERE nspname = 'export_snapshot'`);
  return rows.length;
}

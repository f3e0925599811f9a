import { uuidv7 } from 'uuidv7';
import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { plantNamespace } from '../../test/support/planted-agents';
import { sampleMemory, sampleOf } from '../../test/support/field-samples';
import { exported, fileOf, imported } from '../../test/support/transfer';
import { FIELD_LIST, OTHER_COLUMNS } from '../backend/memory-columns';
import { byColumn } from '../backend/embedded/memory-rows';
import { PrismaService } from '../database/prisma.service';
import { sql } from '../database/sql';

type Row = Record<string, unknown>;

/** Columns that another database sets: the namespace by its name, and the transactions of the import. */
const OF_A_DATABASE: readonly (typeof OTHER_COLUMNS)[number][] = ['namespace_id', 'xid', 'text_xid'];
const NAMESPACE = 'service_agent_demo';

/** The one memory, with all columns of the table. */
async function rowOf(db: PrismaService): Promise<Row> {
  const [found] = await db.query<{ row: Row }>(sql`SELECT to_jsonb(m) AS row FROM memories m`);
  const entries = Object.entries(found?.row ?? {});
  return Object.fromEntries(entries.filter(([column]) => !(OF_A_DATABASE as string[]).includes(column)));
}

/** A memory with no field that has its default. */
async function plantSample(db: PrismaService): Promise<void> {
  const row = JSON.stringify({ ...byColumn(sampleMemory()), seq: 41, content_key: 0 });
  const [id] = await db.query<{ id: string }>(sql`
    SELECT id::text AS id FROM namespaces WHERE name = ${NAMESPACE}`);
  await db.execute(sql`
    INSERT INTO memories OVERRIDING SYSTEM VALUE
    SELECT (jsonb_populate_record(NULL::memories, ${row}::jsonb || jsonb_build_object(
      'namespace_id', ${id?.id}::bigint, 'xid', pg_current_xact_id(), 'text_xid', pg_current_xact_id()))).*`);
}

describe('a round trip of a memory without defaults', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  let lines: string[];

  beforeAll(async () => {
    [source, target] = [await openTestDatabase(), await openTestDatabase()];
    await plantNamespace(source.db, NAMESPACE, []);
    await plantSample(source.db);
    lines = await exported(source.db);
  });

  afterAll(() => Promise.all([source.close(), target.close()]));

  it.each(FIELD_LIST.map((field) => [field.column, field] as const))('exports %s', (column, field) => {
    const memory = JSON.parse(lines.find((line) => line.includes('"kind":"memory"')) ?? '{}') as Row;
    const value = sampleOf(field);
    const given = memory[column];
    expect(value instanceof Date ? new Date(String(given)) : given).toEqual(value);
  });

  it('brings every column of the table back', async () => {
    expect(await imported(target.db, fileOf(lines))).toMatchObject({ bad: [], refused: 0 });
    const { content_key: sourceKey, ...expected } = await rowOf(source.db);
    const { content_key: targetKey, ...found } = await rowOf(target.db);
    expect(found).toEqual(expected);
    // The import computes it from the content.
    expect([sourceKey, typeof targetKey]).toEqual([0, 'number']);
  });

  it.each(
    FIELD_LIST.filter(({ isAddedLater }) => isAddedLater).map((field) => [field.column, field] as const),
  )('imports lines of earlier versions, which lack %s, with its default', async (column, field) => {
    const id = uuidv7();
    const older = lines.map((line) => {
      const { [column]: _lacking, ...fields } = JSON.parse(line) as Row;
      return JSON.stringify(fields.kind === 'memory' ? { ...fields, id } : fields);
    });
    expect(await imported(target.db, fileOf(older))).toMatchObject({ bad: [], refused: 0, stored: 1 });
    const [found] = await target.db.query<{ row: Row }>(sql`
        SELECT to_jsonb(m) AS row FROM memories m WHERE m.id = ${id}::uuid`);
    expect(found?.row[column]).toEqual(field.default);
  });
});

import { openTestDatabase, type TestDatabase } from '../../test/support/database';
import { sql } from '../database/sql';
import { FIELD_LIST, OTHER_COLUMNS } from './memory-columns';
import type { FieldValue } from './memory-field';

const TYPES: Record<FieldValue['kind'], string> = {
  uuid: 'uuid',
  text: 'text',
  label: 'text',
  choice: 'text',
  flag: 'boolean',
  number: 'double precision',
  tags: 'ARRAY',
  time: 'timestamp with time zone',
  metadata: 'jsonb',
};

interface Column {
  name: string;
  type: string;
  isNullable: boolean;
}

describe('the description of a memory', () => {
  let database: TestDatabase;
  let columns: Column[];

  beforeAll(async () => {
    database = await openTestDatabase();
    columns = await database.db.query<Column>(sql`
      SELECT column_name AS name, data_type AS type, is_nullable = 'YES' AS "isNullable"
      FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'memories'`);
  });

  afterAll(() => database.close());

  it('names every column of the table: one that it lacks would be lost in exports and imports', () => {
    const described = new Set<string>([...FIELD_LIST.map(({ column }) => column), ...OTHER_COLUMNS]);
    const missing = columns.map(({ name }) => name).filter((name) => !described.has(name));
    expect(missing).toEqual([]);
  });

  it.each(FIELD_LIST.map((field) => [field.column, field] as const))(
    'says the type of %s, and whether it may be null',
    (name, { value, isNullable = false }) => {
      const column = columns.find((each) => each.name === name);
      expect(column).toEqual({ name, type: TYPES[value.kind], isNullable });
    },
  );
});

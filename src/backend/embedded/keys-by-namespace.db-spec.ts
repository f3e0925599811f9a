import { openBackend } from '../../../test/support/open-backend';
import { useBackend } from '../../../test/support/use-backend';
import { sql } from '../../database/sql';

const opened = useBackend(openBackend);

/** What a distributed database keeps together by the namespace has keys in which it stands (docs/adr/0077). */
it('begins every key of a table of memories with the namespace', async () => {
  const keys = await opened.database.query<{ table: string; first: string }>(sql`
    SELECT i.indrelid::regclass::text AS table, a.attname AS first
    FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    WHERE i.indisunique AND i.indrelid IN (
      SELECT c.conrelid FROM pg_constraint c WHERE c.contype = 'f' AND c.confrelid = 'namespaces'::regclass)`);
  expect(keys.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['memories', 'memory_history', 'memory_tombstones', 'memory_counts']),
  );
  expect(keys.filter(({ first }) => first !== 'namespace_id')).toEqual([]);
});

import { sql, type Sql } from '../../../database/database';
import type { IdRange } from './id-slices';

/**
 * The first memories `m` of a range, in order: a condition with what stands behind it.
 *
 * The range is closed on both sides: of one that is, the database expects little, and reads it along the primary
 * key, also when it has no statistics of the namespace yet. For the lack of those, whatever joins with such a slice
 * takes the namespace from it: with a constant, all of the namespace would look as small as the slice.
 */
export function inRange(namespaceId: string, { after, until, limit }: IdRange): Sql {
  return sql`m.namespace_id = ${namespaceId}::bigint AND m.id > ${after}::uuid AND m.id <= ${until}::uuid
    ORDER BY m.id LIMIT ${limit}`;
}

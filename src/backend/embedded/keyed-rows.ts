// SQL: the newest memory of each key, by a window over rows in the order of three columns.
import { sql, type Sql } from '../../database/sql';
import type { ValidMoment } from '../../retrieval/valid-time';
import { namesAndScopes, type ScopedName } from '../../common/scoped-name';
import { RECALLABLE } from '../memory-filter.sql';
import { inNamespace, readableTime } from './memory-rows';

/** The order of the memories of a key: by `startOf`, then creation, then id. */
const NEWEST_FIRST = sql`COALESCE(m.valid_from, m.created_at) DESC, m.created_at DESC, m.id DESC`;

/** Of each key in its scope, the memory that begins last, as `Validity`. The index `memories_key_idx` finds those of the keys. */
export function newestOfKeys(
  namespace: string,
  keys: readonly ScopedName[],
  moment: ValidMoment,
  asOf?: Date,
): Sql {
  const { names, scopes } = namesAndScopes(keys);
  return sql`
    SELECT DISTINCT ON (m.key, COALESCE(m.scope, '')) m.id, 'active' AS status, ${readableTime(sql`m.created_at`)} AS "createdAt",
      m.valid_from AS "validFrom", m.valid_to AS "validTo", m.past, m.superseded_by AS "supersededBy", m.key,
      m.scope
    FROM unnest(${names}::text[], ${scopes}::text[]) AS k (key, scope) JOIN memories m ON m.key = k.key
      AND COALESCE(m.scope, '') = k.scope
    WHERE ${inNamespace(namespace)} ${wasActive(asOf)} ${counts(moment)}
    ORDER BY m.key, COALESCE(m.scope, ''), ${NEWEST_FIRST}`;
}

/** A condition on `m`, a memory as of an instant: no other memory of its key and scope begins later. */
export function notOutdone(namespace: string, moment: ValidMoment | undefined, asOf: Date): Sql {
  if (moment === undefined) return sql``;
  return sql`AND (m.key IS NULL OR m.id = ANY(ARRAY(
    SELECT DISTINCT ON (m.key, COALESCE(m.scope, '')) m.id FROM memories m
    WHERE ${inNamespace(namespace)} AND m.key IS NOT NULL ${wasActive(asOf)} ${counts(moment)}
    ORDER BY m.key, COALESCE(m.scope, ''), ${NEWEST_FIRST})))`;
}

function wasActive(asOf: Date | undefined): Sql {
  if (asOf === undefined) return sql`AND m.status = 'active'`;
  return sql`AND m.created_at <= ${asOf}::timestamptz
    AND (m.status = 'active' OR m.expired_at >= ${asOf}::timestamptz)`;
}

/** `countsForKey`, in SQL. */
function counts({ at, isNow }: ValidMoment): Sql {
  const time = sql`${new Date(at)}::timestamptz`;
  const begun = isNow
    ? sql`(m.valid_from IS NULL OR m.valid_from <= ${time})`
    : sql`COALESCE(m.valid_from, m.created_at) <= ${time}`;
  return sql`AND m.past IS NOT TRUE AND ${begun} ${RECALLABLE}`;
}

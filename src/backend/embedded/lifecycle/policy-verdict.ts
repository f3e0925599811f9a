import { sql, type Sql } from '../../../database/database';
import type { ExpiryAge, ExpiryPolicy, RuleMatch } from '../../expiry-policy';

/** Before this no time can be written down in PostgreSQL (4713 BC), so nothing is as old. */
const EARLIEST_MS = -210_866_803_200_000;

/**
 * What a memory `m` expires by at a time, as an expression: the rule or `retention.<type>`; null when it does not.
 * The same as `expiredBy` of the policy, for a memory with its times. Its text follows the shape of the policy, its values are parameters.
 */
export function verdictSql({ rules, retention }: ExpiryPolicy, at: Date): Sql {
  const byRule = rules.map(
    ({ name, match, expireAfter }) => sql`WHEN ${matching(match)} THEN ${reached(expireAfter, at, name)}`,
  );
  const byType = Object.entries(retention).map(
    ([type, age]) => sql`WHEN m.type = ${type} THEN ${reached(age, at, `retention.${type}`)}`,
  );
  const cases = [...byRule, ...byType];
  return cases.length === 0 ? sql`NULL::text` : sql`CASE ${spaced(cases)} END`;
}

/** No memory that was updated after this expires; null if none does. */
export function latestDue({ rules, retention }: ExpiryPolicy, at: Date): Date | null {
  const ages = [...rules.map(({ expireAfter }) => expireAfter), ...Object.values(retention)];
  const shortest = Math.min(...ages.map((age) => age ?? Number.POSITIVE_INFINITY));
  const latest = at.getTime() - shortest;
  return latest < EARLIEST_MS ? null : new Date(latest);
}

function reached(age: ExpiryAge, at: Date, name: string): Sql {
  const since = age === null ? null : at.getTime() - age;
  if (since === null || since < EARLIEST_MS) return sql`NULL::text`;
  return sql`CASE WHEN m.updated_at <= ${new Date(since)}::timestamptz THEN ${name}::text END`;
}

function matching({ types, tags, sources, provenances, confidenceBelow }: RuleMatch): Sql {
  return sql`true
    ${types ? sql`AND m.type = ANY(${types}::text[])` : sql``}
    ${tags ? sql`AND m.tags && ${tags}::text[]` : sql``}
    ${sources ? sql`AND m.source = ANY(${sources}::text[])` : sql``}
    ${provenances ? sql`AND m.provenance = ANY(${provenances}::text[])` : sql``}
    ${confidenceBelow === null ? sql`` : sql`AND m.confidence < ${confidenceBelow}::float8`}`;
}

function spaced(parts: readonly Sql[]): Sql {
  return parts.reduce((whole, part) => sql`${whole} ${part}`);
}

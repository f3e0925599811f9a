import { sql, type Sql } from '../database/database';

/** The condition that one of the patterns of a grant matches the column `agents.agent_id`, as `coversAgent` decides. */
export function matchesOneOf(patterns: readonly string[]): Sql {
  if (patterns.includes('*')) return sql`true`;
  const ids = patterns.filter((pattern) => !pattern.endsWith('*'));
  const prefixes = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));
  return sql`(agents.agent_id = ANY(${ids}::text[])
    OR EXISTS (SELECT 1 FROM unnest(${prefixes}::text[]) AS granted (prefix) WHERE starts_with(agents.agent_id, prefix)))`;
}

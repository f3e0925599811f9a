import { failedConditions, type FilterCondition } from '../backend/memory-filter';
import type { SearchRequest, Standing } from '../backend/memory-search';

/** Why a memory is in the answer of a recall, or not. */
export const STANDING_REASONS = [
  'returned',
  'not_found',
  'filtered',
  'no_match',
  'below_min_similarity',
  'beyond_limit',
  'not_bearing',
  'too_similar',
  'over_max_tokens',
] as const;
export type StandingReason = (typeof STANDING_REASONS)[number];

export interface ExplainedStanding {
  id: string;
  reason: StandingReason;
  failed: FilterCondition[];
  /** Null for a memory that does not exist. */
  standing: Standing | null;
}

/** What a recall took at each of its steps, by id. */
export interface RecallSteps {
  /** Of the search, before `diversity`. */
  found: ReadonlySet<string>;
  /** Of `cut`. */
  kept: ReadonlySet<string>;
  diverse: ReadonlySet<string>;
  returned: ReadonlySet<string>;
  /** Whether `diversity` chose. */
  isDiversified: boolean;
}

/** The place of each requested memory, in the order of the ids. */
export function explainStandings(
  ids: readonly string[],
  standings: readonly Standing[],
  request: Pick<SearchRequest, 'filter' | 'minScore' | 'limit'>,
  steps: RecallSteps,
): ExplainedStanding[] {
  const byId = new Map(standings.map((standing) => [standing.memory.id, standing]));
  return ids.map((id) => {
    const standing = byId.get(id) ?? null;
    const failed = standing === null ? [] : failedConditions(standing.memory, request.filter);
    const reason = standing === null ? 'not_found' : reasonOf(standing, failed, request, steps);
    return { id, reason, failed, standing };
  });
}

function reasonOf(
  { memory: { id }, score, rank }: Standing,
  failed: readonly FilterCondition[],
  { minScore, limit }: Pick<SearchRequest, 'minScore' | 'limit'>,
  { found, kept, diverse, returned, isDiversified }: RecallSteps,
): StandingReason {
  if (returned.has(id)) return 'returned';
  if (failed.length > 0) return 'filtered';
  if (diverse.has(id)) return 'over_max_tokens';
  if (found.has(id) && !kept.has(id)) return 'not_bearing';
  if (isDiversified && isAmong(found, id, rank, limit)) return 'too_similar';
  if (score === 0) return 'no_match';
  return score !== null && score < minScore ? 'below_min_similarity' : 'beyond_limit';
}

function isAmong(found: ReadonlySet<string>, id: string, rank: number | null, limit: number): boolean {
  return found.has(id) && rank !== null && rank <= limit;
}

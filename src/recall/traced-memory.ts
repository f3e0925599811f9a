import type { ScoredMemory } from '../backend/memory-search';
import type { TracedMemory, TraceReason } from '../traces/recall-trace';
import { shownParts, shownScore } from './shown-score';
import type { RecallSteps } from './standing';

/** A memory that a search found and that was not given, and why. */
export interface LeftOut {
  found: ScoredMemory;
  reason: TraceReason;
}

/** The memories that a recall found and does not return, in the order of the search. `limit`: memories that it may return. */
export function leftOutOf(found: readonly ScoredMemory[], limit: number, steps: RecallSteps): LeftOut[] {
  const left: LeftOut[] = [];
  for (const [at, each] of found.entries()) {
    if (!steps.returned.has(each.memory.id))
      left.push({ found: each, reason: reasonOf(each, at < limit, steps) });
  }
  return left;
}

function reasonOf(
  { memory: { id } }: ScoredMemory,
  isWithinLimit: boolean,
  { kept, diverse, isDiversified }: RecallSteps,
): TraceReason {
  if (diverse.has(id)) return 'over_max_tokens';
  if (!kept.has(id)) return 'not_bearing';
  return isDiversified && isWithinLimit ? 'too_similar' : 'beyond_limit';
}

/** `agentId`: whose memory it is; `keepsTerms`: whether the words of the query may be kept. */
export function tracedMemory(
  found: ScoredMemory,
  { agentId, reason, keepsTerms }: Pick<TracedMemory, 'agentId' | 'reason'> & { keepsTerms: boolean },
): TracedMemory {
  const { lexical, neighbours, time, speaker } = shownParts(found.score, found);
  const { vector } = found;
  return {
    id: found.memory.id,
    agentId,
    score: shownScore(found.score),
    reason,
    parts: {
      lexical: lexical?.score ?? null,
      vector: vector?.score ?? null,
      similarity: vector?.similarity ?? null,
      neighbours,
      time,
      speaker,
    },
    terms: keepsTerms ? found.matchedTerms : null,
  };
}

import { skipToken, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { agentOf, type MemoryTrace } from './client.ts';
import type { Placed } from './compare-ranking.ts';
import { useMutation } from './use-mutation.ts';

type Options = Parameters<ReturnType<typeof agentOf>['recall']>[1];
type Reasons = ReadonlyMap<string, { reason: string; failedFilters: string[] }>;

/** What the same question gives now. */
export interface Again {
  at: Date;
  question: string;
  given: Placed[];
  /** Of an answer. */
  text: string | null;
  verdict: string | null;
  /** How many came near, and were cut off. */
  leftOut: number;
  /** Why memories that were given are not given now. */
  reasons: Reasons;
}

/** A recall explains so many memories that it does not return. */
const MOST_EXPLAINED = 10;

export interface AskingAgain {
  question: string;
  setQuestion: (question: string) => void;
  ask: (question: string) => void;
  isPending: boolean;
  error: unknown;
  result: Again | null;
}

/** Asks the question of a trace again. What came of it is kept for the way back to the page. */
export function useAskAgain(trace: MemoryTrace): AskingAgain {
  const queries = useQueryClient();
  const key = ['again', trace.agentId, trace.traceId];
  const { data = null } = useQuery<Again | null>({ queryKey: key, queryFn: skipToken });
  const [question, setQuestion] = useState(trace.query ?? data?.question ?? '');
  const asking = useMutation({
    mutationFn: (asked: string) => askAgain(trace, asked),
    onSuccess: (result) => queries.setQueryData(key, result),
  });
  const { mutate: ask, isPending, error } = asking;
  return { question, setQuestion, ask, isPending, error, result: data };
}

/** Asks the question of a trace with its options. */
function askAgain(trace: MemoryTrace, question: string): Promise<Again> {
  return trace.mode === 'answer' ? answerAgain(trace, question) : recallAgain(trace, question);
}

async function recallAgain(trace: MemoryTrace, question: string): Promise<Again> {
  const explainIds = trace.memories.slice(0, MOST_EXPLAINED).map(({ memoryId }) => memoryId);
  const found = await agentOf(trace.agentId).recall(question, {
    ...optionsOf(trace),
    ...(explainIds.length > 0 && { explainIds }),
  });
  const { memories, verdict = null, leftOut = 0, explained = [] } = found;
  return {
    at: new Date(),
    question,
    given: memories.map(({ id, agentId, title }) => ({ id, agentId, title })),
    text: null,
    verdict,
    leftOut,
    reasons: new Map(explained.map((each) => [each.id, each])),
  };
}

async function answerAgain(trace: MemoryTrace, question: string): Promise<Again> {
  const { answer, sources, certainty } = await agentOf(trace.agentId).answer(question, optionsOf(trace));
  return {
    at: new Date(),
    question,
    given: sources.map(({ memoryId, agentId, title }) => ({ id: memoryId, agentId, title })),
    text: answer,
    verdict: certainty,
    leftOut: 0,
    reasons: new Map(),
  };
}

/** As a request takes them. */
function optionsOf({ request }: MemoryTrace): Options {
  const { filters, minSimilarity, ...limits } = request as Record<string, unknown>;
  return {
    ...(filters as object),
    ...limits,
    ...(minSimilarity !== undefined && { minScore: minSimilarity as number }),
  };
}

const WHY: Record<string, string> = {
  not_found: 'it was deleted',
  filtered: 'the filters leave it out',
  no_match: 'no word of it matches',
  below_min_similarity: 'its score is too low',
  beyond_limit: 'others are before it',
  not_bearing: 'it does not bear on the question',
  too_similar: 'a better one says the same',
  over_max_tokens: 'it does not fit into the length',
};

const FAILED: Record<string, string> = {
  status: 'it is expired',
  valid_at: 'it does not hold now',
  trust: 'it is quarantined',
};

/** Why a memory is not given now, in words. */
export function whyNot(reasons: Reasons, id: string): string {
  const known = reasons.get(id);
  if (known === undefined) return 'not given now';
  const [failed] = known.failedFilters.map((name) => FAILED[name]).filter(Boolean);
  return failed ?? WHY[known.reason] ?? 'not given now';
}

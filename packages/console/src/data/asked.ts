import { useLocation } from 'preact-iso';
import { useFilters } from '../parts/filters.tsx';
import { dateOf } from '../parts/time.tsx';
import { useParameters } from './address.ts';
import type { agentOf } from './client.ts';

type Agent = ReturnType<typeof agentOf>;
type RecallOptions = NonNullable<Parameters<Agent['recall']>[1]>;
type AnswerOptions = NonNullable<Parameters<Agent['answer']>[1]>;

/** What the address asks for. */
export interface Asked {
  question: string;
  wants: 'memories' | 'answer';
  /** What was known then; null for now. */
  asOf: Date | null;
  /** What held in the world then; null for now. */
  validAt: Date | null;
  hasAll: boolean;
  hasSuperseded: boolean;
  scope: string;
}

export function useAsked(): Asked {
  const [{ q = '', find, at, valid, all, superseded, scope = '' }] = useParameters();
  return {
    question: q,
    wants: find === '1' ? 'memories' : 'answer',
    asOf: dateOf(at),
    validAt: dateOf(valid),
    hasAll: all === '1',
    hasSuperseded: superseded === '1',
    scope,
  };
}

/** A function that puts another question into the address. Back leads to the one before. */
export function useAskNext(): (question: string) => void {
  const { route } = useLocation();
  return (question) => {
    const parameters = new URLSearchParams(location.search);
    parameters.set('q', question);
    // What is beside the list was of the former question.
    parameters.delete('open');
    parameters.delete('of');
    route(`${location.pathname}?${parameters.toString()}`);
  };
}

/** Conditions that recalls and answers share. */
function commonOptions({ validAt, hasSuperseded, scope }: Asked): AnswerOptions {
  return {
    ...(validAt && { validAt: validAt.toISOString() }),
    ...(scope && { scopes: [scope] }),
    ...(hasSuperseded && { include: 'superseded' as const }),
  };
}

export function answerOptions(asked: Asked): AnswerOptions {
  return commonOptions(asked);
}

/** As of a time: what was stored by then, and held then; what was expired by then is left out by `knownThen`. */
export function recallOptions(asked: Asked, filters: ReturnType<typeof useFilters>): RecallOptions {
  const { asOf, validAt, hasAll, hasSuperseded } = asked;
  const cut = hasAll ? {} : { cut: 'auto' as const };
  const common = { ...filters, ...commonOptions(asked), ...cut };
  if (asOf === null) return common;
  const then = asOf.toISOString();
  return {
    ...common,
    status: 'all',
    createdBefore: then,
    ...(validAt === null && !hasSuperseded && { validAt: then }),
  };
}

/** Whether a memory was not yet expired then. */
export function knownThen({ expiredAt }: { expiredAt: Date | null }, asOf: Date | null): boolean {
  return asOf === null || expiredAt === null || expiredAt > asOf;
}

import type { CountGroup, Counts } from './counts.ts';

/** When a part of the time begins; the end of the time for the number of parts. */
export function startOf({ since, until }: Pick<Counts, 'since' | 'until'>, place: number, parts: number): Date {
  return new Date(since.getTime() + ((until.getTime() - since.getTime()) * place) / parts);
}

/** All groups together. */
export function sumsOf(groups: readonly CountGroup[], parts: number): number[] {
  return Array.from({ length: parts }, (_, place) =>
    groups.reduce((sum, { counts }) => sum + (counts?.[place] ?? 0), 0),
  );
}

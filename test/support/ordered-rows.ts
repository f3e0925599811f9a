import type { OpenLink } from '../../src/links/link';
import { newerFirst } from '../../src/recall/newer-first';

/** A result of a search. */
export interface FoundRow {
  content: string;
  /** Day of the month. */
  day: number;
  score?: number;
  terms: string[];
  inThread?: boolean;
  validFrom?: number;
  /** The place of the row that supersedes this one. */
  supersededBy?: number;
  /** Of another agent. */
  namespace?: string;
  key?: string;
  past?: boolean;
}

const on = (day: number): Date => new Date(Date.UTC(2026, 0, day));

/** The places of the rows in the order that recall gives them. `update`: the newer and the older memory of a link. */
export function ordered(
  query: string,
  rows: readonly FoundRow[],
  update?: readonly [number, number],
): number[] {
  const results = rows.map(
    (
      { content, day, terms, score = 0.5, inThread = false, validFrom, supersededBy, namespace, key, past },
      place,
    ) => ({
      place,
      score,
      inThread,
      vector: null,
      matchedTerms: terms,
      ...(namespace !== undefined && { namespace }),
      memory: {
        id: String(place),
        content,
        createdAt: on(day),
        validFrom: validFrom === undefined ? null : on(validFrom),
        scope: null,
        supersededBy: supersededBy === undefined ? null : String(supersededBy),
        key: key ?? null,
        past: past ?? false,
      },
    }),
  );
  return newerFirst(query, results, update && [linkOf(update)]).map(({ place }) => place);
}

function linkOf([newer, older]: readonly [number, number]): OpenLink {
  return { newerId: String(newer), olderId: String(older), kind: 'update', certainty: 0.9 };
}

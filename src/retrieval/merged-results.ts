import type { DocumentStanding, SearchHit, SearchResult } from './search-query';

/** A hit and the namespace in which it was found. */
export type PlacedHit = SearchHit & { namespace: string };

export interface MergedResult extends Omit<SearchResult, 'hits' | 'places' | 'standings' | 'scores'> {
  hits: PlacedHit[];
  standings: (DocumentStanding & { namespace: string })[];
}

interface Placed {
  namespace: string;
  result: SearchResult;
}

/**
 * The results of one query in several namespaces as one: their scores are comparable. Each namespace keeps its order, and
 * equal ones keep the order of the namespaces. Two documents of one id are the same memory: that of the first namespace counts.
 */
export function mergedResults(found: readonly Placed[], limit: number): MergedResult {
  const [only] = found;
  if (only !== undefined && found.length === 1) return ofOne(only);
  const results = found.map(({ result }) => result);
  const hybrid = results.find(({ retrieval }) => retrieval === 'hybrid');
  return {
    hits: bestOf(found, limit),
    standings: standingsOf(found),
    candidates: sumOf(results.map(({ candidates }) => candidates)),
    retrieval: hybrid === undefined ? 'lexical' : 'hybrid',
    spaceId: (hybrid ?? results.find(({ spaceId }) => spaceId !== null))?.spaceId ?? null,
    notEmbedded: sumOf(results.map(({ notEmbedded }) => notEmbedded)),
  };
}

function ofOne({
  namespace,
  result: { hits, standings, places: _, scores: __, ...rest },
}: Placed): MergedResult {
  return {
    hits: hits.map((hit) => ({ namespace, ...hit })),
    standings: standings.map((standing) => ({ namespace, ...standing })),
    ...rest,
  };
}

function bestOf(found: readonly Placed[], limit: number): PlacedHit[] {
  const known = new Set<string>();
  const hits = found.flatMap(({ namespace, result: { hits, places } }) =>
    hits.map((hit, at) => ({ hit, namespace, place: places[at]! })),
  );
  return hits
    .filter(({ hit: { id } }) => !known.has(id) && known.add(id))
    .sort((one, other) => other.place - one.place)
    .slice(0, limit)
    .map(({ hit, namespace }) => ({ namespace, ...hit }));
}

function standingsOf(found: readonly Placed[]): MergedResult['standings'] {
  const known = new Set<string>();
  return found.flatMap(({ namespace, result }, at) =>
    result.standings
      .filter(({ hit: { id } }) => !known.has(id) && known.add(id))
      .map(({ hit, rank }) => {
        const before = rank === null ? 0 : betterElsewhere(found, at, hit.score);
        return { namespace, hit, rank: rank === null ? null : rank + before };
      }),
  );
}

/** How many candidates of the other namespaces are before a document of this one. */
function betterElsewhere(found: readonly Placed[], own: number, score: number): number {
  let count = 0;
  for (const [at, { result }] of found.entries()) {
    if (at === own) continue;
    for (const other of result.scores ?? []) if (other > score || (other === score && at < own)) count++;
  }
  return count;
}

/** Null where none is known. */
function sumOf(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((each) => each !== null);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0);
}

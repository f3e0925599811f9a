/** A memory and its place, from 1. */
export interface Placed {
  id: string;
  agentId: string;
  title: string;
}

export interface Move extends Placed {
  /** Null: it was not given. */
  then: number | null;
  now: number | null;
  /** In words. */
  change: string;
}

/** Two rankings as one table, in the order of the newer one. `whyNot`: why a memory that was given is not given now. */
export function compareRankings(
  then: readonly Placed[],
  now: readonly Placed[],
  whyNot: (id: string) => string,
): Move[] {
  const thenPlaces = placesOf(then);
  const nowPlaces = placesOf(now);
  const given = now.map((each, at) => {
    const before = thenPlaces.get(each.id) ?? null;
    return { ...each, then: before, now: at + 1, change: changeOf(before, at + 1) };
  });
  const gone = then
    .filter(({ id }) => !nowPlaces.has(id))
    .map((each) => ({ ...each, then: thenPlaces.get(each.id) ?? null, now: null, change: `gone: ${whyNot(each.id)}` }));
  return [...given, ...gone];
}

function placesOf(ranking: readonly Placed[]): Map<string, number> {
  return new Map(ranking.map(({ id }, at) => [id, at + 1]));
}

function changeOf(then: number | null, now: number): string {
  if (then === null) return 'new';
  if (then === now) return 'same place';
  return then > now ? `up ${then - now}` : `down ${now - then}`;
}

/** Whether anything is another than before. */
export function hasMoved(moves: readonly Move[]): boolean {
  return moves.some(({ then, now }) => then !== now);
}

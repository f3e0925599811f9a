import type { GroupOrder } from './group-order';
import { Links } from './links';

/**
 * Which memories get a part of their neighbours' scores. `auto`: turns of one thread, chunks of one file, and
 * memories of one `thread`. `on`: all that are next to each other in a session too. `off`: none.
 */
export const NEIGHBOUR_MODES = ['auto', 'on', 'off'] as const;
export type NeighbourMode = (typeof NEIGHBOUR_MODES)[number];

/** Shared by all searches, and as long as the longest index. */
const noLinks = new Links(0);

/** The neighbours that count in a search of `size` documents. */
export function linksOf(places: GroupOrder, mode: NeighbourMode, size: number): Links {
  if (mode === 'auto') return places.inThread;
  if (mode === 'on') return places.inGroup;
  if (noLinks.before.length < size) noLinks.grow(Math.ceil(size * 1.25));
  return noLinks;
}

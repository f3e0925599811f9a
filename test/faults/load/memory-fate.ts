import { isDeepStrictEqual } from 'node:util';
import type { Shown } from './load-agent';

/** What a memory is to be; 'gone' when it is deleted. */
export type Fate = { content: string; expiredBy: string | null; expiredAt: string | null } | 'gone';

/** A memory that was acknowledged, and what is known of it. */
export interface Kept {
  id: string;
  fate: Fate;
  /** What it is instead, if the request without an answer was carried out. */
  maybe: Fate | null;
  /** When it was stored at the earliest and the latest, in ms since 1970. */
  storedWithin: readonly [number, number];
  /** As it was when it was looked at last, if nothing was done to it since. */
  seen: Shown | null;
}

export function newlyKept(id: string, content: string, storedWithin: readonly [number, number]): Kept {
  return { id, fate: { content, expiredBy: null, expiredAt: null }, maybe: null, storedWithin, seen: null };
}

/**
 * What is wrong with a memory as it is now; null when it is as acknowledged. From now on it is known whether the request
 * without an answer was carried out.
 */
export function flawOf(kept: Kept, shown: Shown | undefined): string | null {
  const { id, fate, maybe, seen } = kept;
  kept.maybe = null;
  kept.seen = shown ?? null;
  if (seen !== null && !isDeepStrictEqual(seen, shown)) {
    return `${id} was not touched, but was ${JSON.stringify(seen)} and is ${JSON.stringify(shown)}`;
  }
  if (!isAsFated(fate, shown)) {
    if (maybe === null || !isAsFated(maybe, shown)) return wrong(kept, maybe, shown);
    kept.fate = maybe;
  }
  return shown === undefined ? null : stampFlaw(kept, shown);
}

function isAsFated(fate: Fate, shown: Shown | undefined): boolean {
  if (fate === 'gone' || shown === undefined) return fate === 'gone' && shown === undefined;
  const stampFits = fate.expiredAt === null || fate.expiredAt === shown.expired_at;
  return fate.content === shown.content && fate.expiredBy === shown.expired_by && stampFits && isWhole(shown);
}

/** Status and stamp are written together, or not at all. */
function isWhole({ status, expired_at: at, expired_by: by }: Shown): boolean {
  return status === 'active' ? at === null && by === null : at !== null && by !== null;
}

function stampFlaw({ id, storedWithin: [from, to] }: Kept, shown: Shown): string | null {
  const created = Date.parse(shown.created_at);
  if (created >= from && created <= to && Date.parse(shown.updated_at) >= created) return null;
  return `${id} was stored between ${from} and ${to}, but says ${shown.created_at}, ${shown.updated_at}`;
}

function wrong({ id, fate }: Kept, maybe: Fate | null, shown: Shown | undefined): string {
  const report = [fate, maybe, shown ?? 'gone'].map((each) => JSON.stringify(each).slice(0, 400));
  return `${id} was to be ${report[0]}, perhaps ${report[1]}, but is ${report[2]}`;
}

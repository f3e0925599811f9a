import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { MemoryListings } from '../backend/memory-listings';
import { MemoryStore } from '../backend/memory-store';
import { isLaterThan } from '../backend/valid-time';
import type { UtcDay } from '../common/utc-dates';
import { Links, type ShownLink } from '../links/links.service';
import type { ActiveSession } from '../sessions/session';
import { distinctNames, keyOf, scopedText, type ScopedName } from '../common/scoped-name';
import { keyInUse } from './answer-history.service';
import { lineOf, toDayMemory, type DayChange, type DayDigest, type DayMemory } from './day-digest';

/** Finds what the memories of a day change: by their links, and by their keys. */
@Injectable()
export class DayChanges {
  constructor(
    private readonly links: Links,
    private readonly listings: MemoryListings,
    private readonly store: MemoryStore,
  ) {}

  /** Each pair once. A memory that is not active any more is in none. */
  async of(session: ActiveSession, digest: DayDigest, day: UtcDay): Promise<DayChange[]> {
    const memories = [...digest.best.values()].flat();
    const links = await this.links.madeBy(
      session,
      memories.map(({ id }) => id),
    );
    const linked = links.flatMap((link) => linkedChange(link) ?? []);
    const seen = new Set(linked.map(({ newerId, older }) => `${newerId} ${older.id}`));
    const keyed = await this.ofKeys(session.namespace, memories, day);
    return [...linked, ...keyed.filter(({ newerId, older }) => !seen.has(`${newerId} ${older.id}`))];
  }

  private async ofKeys(namespace: string, memories: readonly DayMemory[], day: UtcDay): Promise<DayChange[]> {
    const chains = new Map<string, DayMemory[]>();
    for (const memory of memories) {
      const key = keyOf(memory);
      if (key === null) continue;
      const text = scopedText(key);
      chains.set(text, [...(chains.get(text) ?? []), memory]);
    }
    if (chains.size === 0) return [];
    const before = await this.before(
      namespace,
      distinctNames(memories.flatMap((memory) => keyOf(memory) ?? [])),
      day,
    );
    return [...chains].flatMap(([key, chain]) => chainChanges(before.get(key), chain));
  }

  /** By the `scopedText` of its key, the memory that held before the day, by what was known then. */
  private async before(
    namespace: string,
    keys: readonly ScopedName[],
    day: UtcDay,
  ): Promise<Map<string, Memory>> {
    const eve = new Date(day.start.getTime() - 1);
    const moment = { at: eve.getTime(), isNow: false };
    const newest = await this.listings.newestOfKeys(namespace, keys, moment, eve);
    const ids = newest.map(({ id }) => id);
    const found = ids.length === 0 ? [] : await this.store.findAll(namespace, ids);
    return new Map(
      found.flatMap((memory) => {
        const key = keyInUse(memory);
        return key === null ? [] : [[scopedText(key), memory] as const];
      }),
    );
  }
}

function linkedChange({ newerId, kind, state, newer, older }: ShownLink): DayChange | null {
  if (older?.status !== 'active' || kind === 'duplicate' || state === 'rejected') return null;
  // What was learned later may be the older value.
  if (state === 'open' && kind === 'update' && newer && !isLaterThan(newer, older)) return null;
  const says = kind === 'contradiction' ? 'contradicts' : state === 'applied' ? 'replaces' : 'may replace';
  return { newerId, kind: says, older: { id: older.id, text: lineOf(older) } };
}

/** Each memory of a key, unless it is `past`, replaces the one that began before it. `before` may have begun later. */
function chainChanges(before: Memory | undefined, chain: readonly DayMemory[]): DayChange[] {
  const own = new Set(chain.map(({ id }) => id));
  const older = before === undefined || own.has(before.id) ? [] : [toDayMemory(before)];
  const all = [...older, ...chain.filter(({ past }) => !past)].sort(
    (a, b) => a.begins.getTime() - b.begins.getTime() || (a.id < b.id ? -1 : 1),
  );
  return all.slice(1).flatMap(({ id }, at) => {
    const former = all[at];
    return former === undefined || !own.has(id)
      ? []
      : [{ newerId: id, kind: 'replaces', older: { id: former.id, text: former.text } } as const];
  });
}

import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { MemoryListings } from '../backend/memory-listings';
import { MemoryStore } from '../backend/memory-store';
import type { UtcDay } from '../common/utc-dates';
import { Links, type ShownLink } from '../links/links.service';
import type { ActiveSession } from '../sessions/session';
import { distinctNames, keyOf, scopedText, type ScopedName } from '../common/scoped-name';
import { lineOf, type DayChange, type DayDigest, type DayMemory } from './day-digest';

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

  /** By the `scopedText` of its key, the memory that held before the day. */
  private async before(
    namespace: string,
    keys: readonly ScopedName[],
    day: UtcDay,
  ): Promise<Map<string, Memory>> {
    const moment = { at: day.start.getTime() - 1, isNow: false };
    const newest = await this.listings.newestOfKeys(namespace, keys, moment);
    const ids = newest.map(({ id }) => id);
    const found = ids.length === 0 ? [] : await this.store.findAll(namespace, ids);
    return new Map(
      found.flatMap((memory) => {
        const key = keyOf(memory);
        return key === null ? [] : [[scopedText(key), memory] as const];
      }),
    );
  }
}

function linkedChange({ newerId, kind, state, older }: ShownLink): DayChange | null {
  if (older?.status !== 'active' || kind === 'duplicate' || state === 'rejected') return null;
  const says = kind === 'contradiction' ? 'contradicts' : state === 'applied' ? 'replaces' : 'may replace';
  return { newerId, kind: says, older: { id: older.id, text: lineOf(older) } };
}

/** Each memory of a key replaces the one that began before it. */
function chainChanges(before: Memory | undefined, chain: readonly DayMemory[]): DayChange[] {
  const own = [...chain].sort((a, b) => a.begins.getTime() - b.begins.getTime() || (a.id < b.id ? -1 : 1));
  const older = before && !own.some(({ id }) => id === before.id);
  const all = [...(older ? [{ id: before.id, text: lineOf(before), begins: null }] : []), ...own];
  return all.slice(1).flatMap((memory, at) => {
    const former = all[at];
    return former === undefined
      ? []
      : [{ newerId: memory.id, kind: 'replaces', older: { id: former.id, text: former.text } } as const];
  });
}

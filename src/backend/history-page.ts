import type { HistoryEntry } from './memory';
import type { HistoryPage } from './memory-backend';

/** An entry with what tells it apart from others of its time. */
export type KeyedEntry = HistoryEntry & { key: string };

/** The first `limit` entries of those that were found, of which one more than that means that others follow. */
export function historyPage(found: readonly KeyedEntry[], limit: number): HistoryPage {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(({ key: _, ...entry }) => entry),
    next: found.length > limit && last ? { createdAt: last.at.getTime(), key: last.key } : null,
  };
}

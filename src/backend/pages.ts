import type { HistoryEntry, Memory } from './memory';

/** A memory's place in storage order: its creation time in ms, and a key that orders memories of the same time. */
export interface PageCursor {
  createdAt: number;
  /** 1 to 256 visible ASCII characters. */
  key: string;
}

/** Which part of a listing to read. */
export interface PageRequest {
  /** Null for the first page. */
  after: PageCursor | null;
  limit: number;
}

export interface MemorySlice {
  memories: Memory[];
  /** Where the next slice starts; null after the last memory. */
  next: PageCursor | null;
}

/** With the number of all matches, on every page together. */
export type CountedSlice = MemorySlice & { total: number };

/** A page that is read while it is sent: only a slice of it is held at a time. */
export interface PageReading {
  /** Memories that match, on every page together. */
  total: number;
  slices: AsyncIterable<MemorySlice>;
}

export interface HistoryPage {
  /** Newest first; the creation is the last entry of all. */
  entries: HistoryEntry[];
  /** The last entry, where older ones follow; null on the last page. */
  next: PageCursor | null;
}

/** An entry with a key that orders entries of the same time. */
export type KeyedEntry = HistoryEntry & { key: string };

/** The first `limit` of the entries found; one entry more than that means that another page follows. */
export function historyPage(found: readonly KeyedEntry[], limit: number): HistoryPage {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(({ key: _, ...entry }) => entry),
    next: found.length > limit && last ? { createdAt: last.at.getTime(), key: last.key } : null,
  };
}

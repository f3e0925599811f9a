import type { Metadata } from '../common/metadata';
import { withFoldedIdentifiers } from '../retrieval/identifiers';

/** The closed sets of a memory and the record itself. Source: the interface specification. */

export const MEMORY_TYPES = [
  'fact',
  'preference',
  'goal',
  'decision',
  'artifact',
  'learning',
  'event',
  'instruction',
  'relationship',
  'context',
  'observation',
  'commitment',
  'error',
] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

export const PROVENANCES = [
  'explicit_statement',
  'inferred',
  'observed',
  'validated',
  'corrected',
  'imported',
] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** How far a memory may be believed, from the most; `quarantined` ones are not recalled. */
export const TRUSTS = ['trusted', 'unverified', 'quarantined'] as const;
export type Trust = (typeof TRUSTS)[number];

export const MEMORY_STATUSES = ['active', 'expired'] as const;
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

export const STATUS_FILTERS = ['all', 'active', 'expired'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export interface Memory {
  id: string;
  sessionId: string | null;
  title: string;
  /** Derived from the content, and so follows it when that is edited. */
  titleDerived: boolean;
  content: string;
  type: MemoryType;
  /** 0 to 1. */
  confidence: number;
  tags: string[];
  source: string;
  sourceRef: string | null;
  /** The sequence that it belongs to, such as a conversation; null for none that was named. Never edited. */
  thread: string | null;
  /** Whom or what it is for, such as one user of an agent: keys and references count within it. Never edited. */
  scope: string | null;
  /** When it begins to hold in the world; null: not known. */
  validFrom: Date | null;
  /** When it no longer holds: the first instant after; null: it still holds. Never before `validFrom`. */
  validTo: Date | null;
  /** Other words for what it is about. */
  names: string[];
  /** What it is about, such as `user.city`: of the memories of one key the newest is current. */
  key: string | null;
  /** Whether it says of itself that it no longer holds; null: not said. */
  past: boolean | null;
  /** The memory that says what holds instead; it may be deleted by now. */
  supersededBy: string | null;
  /** When it expires by itself; null: never. */
  expiresAt: Date | null;
  /** What the client says of it in its own words; no text of it is searched. */
  metadata: Metadata;
  provenance: Provenance;
  trust: Trust;
  /** The kinds of what looked planted in it; kept when it is released. */
  trustReasons: string[];
  actorId: string;
  status: MemoryStatus;
  expiredAt: Date | null;
  expiredBy: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** When something is stored; null: at the time of the database's clock when it is written, in whole milliseconds. */
export type WriteTime = Date | null;

/** With a time that is known, instead of `WriteTime`. */
export type Dated<T, Field extends keyof T> = Omit<T, Field> & Record<Field, Date>;

/** The fields that follow from storing a memory. */
export const STATE_FIELDS = ['status', 'expiredAt', 'expiredBy', 'updatedAt'] as const;

/** What the writer of a memory says of it. */
export type NewMemory = Omit<Memory, (typeof STATE_FIELDS)[number] | 'createdAt'> & {
  createdAt: WriteTime;
};

/** Who does something to a memory, and when. */
export interface Act {
  at: WriteTime;
  sessionId: string | null;
  by: string;
}

export const HISTORY_EVENTS = ['created', 'edited', 'expired', 'restored', 'resolved', 'deleted'] as const;
export type HistoryEvent = (typeof HISTORY_EVENTS)[number];

export interface HistoryEntry {
  at: Date;
  event: HistoryEvent;
  sessionId: string | null;
  /** The agent, or what acted in its place: the reason or rule of an expiry. */
  by: string;
  /** Values before an edit by field name as in the interface; null for other events and after a delete. */
  former: Record<string, unknown> | null;
}

const TITLE_CODE_POINTS = 50;

const WHITE_SPACE = /[\s\u0085]+/g;
const LINE_BREAK = /[\r\n\u0085\u2028\u2029]/;

/** The title of a memory that was given none: its content on one line, cut after 50 code points. */
export function deriveTitle(content: string): string {
  // Each run of white space is looked at once: an expression for "a line break with white space around it"
  // takes quadratic time on a long run without one.
  const line = content.replace(WHITE_SPACE, (run) => (LINE_BREAK.test(run) ? ' ' : run)).trim();
  const points = Array.from(line.slice(0, 2 * TITLE_CODE_POINTS + 2));
  return points.length > TITLE_CODE_POINTS ? `${points.slice(0, TITLE_CODE_POINTS).join('')}...` : line;
}

/** Folds case and white space, so that texts with the same words are equal. */
export function normalizeContent(content: string): string {
  return content.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** As `normalizeContent`, and folds the spellings of identifiers. */
export function sameContent(content: string): string {
  return withFoldedIdentifiers(normalizeContent(content));
}

/** The title and the content of a memory. A derived title is left out, because it repeats the content. */
export function memoryText({ title, titleDerived, content }: Memory): string {
  return titleDerived ? content : `${title}\n${content}`;
}

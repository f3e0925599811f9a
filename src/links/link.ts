import type { Memory } from '../backend/memory';
import { NO_EDIT, type MemoryEdit } from '../backend/memory-edit';
import { beginningOf } from '../backend/valid-time';

/** What the newer memory of a link does: it replaces, contradicts or repeats the older one. */
export const LINK_KINDS = ['update', 'contradiction', 'duplicate'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Who says so. */
export const LINK_FINDERS = ['client', 'key', 'judge', 'model'] as const;
export type LinkFinder = (typeof LINK_FINDERS)[number];

/** `applied`: the older memory is closed. `open`: shown, and nothing is closed. */
export const LINK_STATES = ['applied', 'open', 'rejected'] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** A relation of two memories of one agent. A pair has one. */
export interface FoundLink {
  newerId: string;
  olderId: string;
  kind: LinkKind;
  /** 0 to 1. */
  certainty: number;
  foundBy: LinkFinder;
}

export interface MemoryLink extends FoundLink {
  linkId: string;
  state: LinkState;
  madeAt: Date;
  /** When its state changed last. */
  changedAt: Date;
  changedBy: string;
}

/** What closed the older memory of an applied link, and what that memory said before. */
export interface Closure {
  formerBy: string | null;
  formerTo: Date | null;
  /** The `validTo` that it got. */
  endedAt: Date;
}

export type StoredLink = MemoryLink & { [Field in keyof Closure]: Closure[Field] | null };

export type OpenLink = Pick<MemoryLink, 'newerId' | 'olderId' | 'kind' | 'certainty'>;

/** Memories in a row, each of which replaces the one before it, that are followed at most. */
export const LONGEST_CHAIN = 10;

/** An open update that is more likely than not says which of two memories is the newer value. */
const ORDERS_FROM = 0.5;

/** Ids of the memories with which each of these has an open update or contradiction. */
export function conflictsAmong(links: readonly OpenLink[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (id: string, other: string): void => {
    found.set(id, [...(found.get(id) ?? []), other]);
  };
  for (const { newerId, olderId, kind } of links) {
    if (kind === 'duplicate') continue;
    add(newerId, olderId);
    add(olderId, newerId);
  }
  return found;
}

/** Pairs where nothing says which of the two holds. */
export function contradictionsAmong(links: readonly OpenLink[]): OpenLink[] {
  return links.filter(({ kind }) => kind === 'contradiction');
}

/** Pairs of which the newer one is likely what holds now. */
export function updatesAmong(links: readonly OpenLink[]): OpenLink[] {
  return links.filter(({ kind, certainty }) => kind === 'update' && certainty >= ORDERS_FROM);
}

export type AppliedLink = FoundLink & Closure;

/**
 * When a memory that another one replaces ends: when that begins, but not before its own start, and not after an end that
 * it has already.
 */
export function endBy({ validFrom, validTo }: Pick<Memory, 'validFrom' | 'validTo'>, newer: Memory): Date {
  const begins = beginningOf(newer);
  const end = validTo !== null && validTo < begins ? validTo : begins;
  return validFrom !== null && validFrom > end ? validFrom : end;
}

/** Null when the memory says so already, as for a repeated request. */
export function closingEdit(older: Memory, newer: Memory): MemoryEdit | null {
  const validTo = endBy(older, newer);
  const isDone = older.supersededBy === newer.id && older.validTo?.getTime() === validTo.getTime();
  return isDone ? null : { ...NO_EDIT, supersededBy: newer.id, validTo };
}

/** The fields of a memory before `closingEdit`. */
export function closureOf({ supersededBy, validTo }: Memory, endedAt: Date): Closure {
  return { formerBy: supersededBy, formerTo: validTo, endedAt };
}

/**
 * Takes back what an applied link did to its older memory; null when that says something else by now. An end that was
 * changed since stays.
 */
export function reopeningEdit(older: Memory, link: StoredLink): MemoryEdit | null {
  if (older.supersededBy !== link.newerId) return null;
  const isOwnEnd = older.validTo?.getTime() === link.endedAt?.getTime();
  const cleared = [
    ...(link.formerBy === null ? (['supersededBy'] as const) : []),
    ...(isOwnEnd && link.formerTo === null ? (['validTo'] as const) : []),
  ];
  return { ...NO_EDIT, supersededBy: link.formerBy, validTo: isOwnEnd ? link.formerTo : null, cleared };
}

/** Whether a link says what was found in two memories as they are now: then their pair is not looked at again. */
export function isOfTheseTexts(
  { state, changedAt }: Pick<MemoryLink, 'state' | 'changedAt'>,
  one: Pick<Memory, 'updatedAt'>,
  other: Pick<Memory, 'updatedAt'>,
): boolean {
  return state === 'applied' || (changedAt >= one.updatedAt && changedAt >= other.updatedAt);
}

/** Whether a pair needs no look any more: it is closed, or was rejected since both memories were last changed. */
export function isSettled(
  { state, changedAt }: MemoryLink,
  older: Pick<Memory, 'updatedAt'>,
  newer: Pick<Memory, 'updatedAt'>,
): boolean {
  if (state === 'open') return false;
  return isOfTheseTexts({ state, changedAt }, older, newer);
}

import {
  compareBeginnings,
  countsForKey,
  holdsAt,
  IS_PAST,
  IS_SUPERSEDED,
  NO_END,
  NO_START,
  type ValidMoment,
} from '../retrieval/valid-time';
import { invalid } from '../common/validation-error';
import type { Memory } from './memory';

/** What decides whether a memory holds. */
export type Validity = Pick<
  Memory,
  'id' | 'status' | 'createdAt' | 'validFrom' | 'validTo' | 'past' | 'supersededBy' | 'key' | 'scope'
>;

/** The present, as the clock of the service says. */
export function present(now: Date): ValidMoment {
  return { at: now.getTime(), isNow: true };
}

/** When what a memory says began to hold, as far as that is known. */
export function beginningOf({ validFrom, createdAt }: Pick<Memory, 'validFrom' | 'createdAt'>): Date {
  return validFrom ?? createdAt;
}

/** Whether one begins to hold later; of two that begin at one time, the one that was stored later. */
export function isLaterThan(one: Timed, other: Timed): boolean {
  const later = beginningOf(one).getTime() - beginningOf(other).getTime();
  return later === 0 ? one.id > other.id : later > 0;
}

type Timed = Pick<Memory, 'id' | 'validFrom' | 'createdAt'>;

/** Whether a memory holds at a moment by its own times. Its status and the other memories of its key do not count. */
export function holds(memory: Validity, moment: ValidMoment): boolean {
  const { from, to, createdAt, flags } = numbersOf(memory);
  return holdsAt(moment, from, to, createdAt, flags);
}

/** Whether another active memory of the same key and scope holds in place of this one, since it begins later. */
export function isOutdone(memory: Validity, others: readonly Validity[], moment: ValidMoment): boolean {
  if (memory.key === null) return false;
  return others.some((other) => {
    if (
      other.key !== memory.key ||
      other.scope !== memory.scope ||
      other.id === memory.id ||
      other.status !== 'active'
    )
      return false;
    const { from, createdAt, flags } = numbersOf(other);
    return countsForKey(moment, from, createdAt, flags) && isNewer(other, memory);
  });
}

/** Throws a validation error for an end that is not after the start. */
export function checkValidTimes(
  { validFrom, validTo }: Pick<Memory, 'validFrom' | 'validTo'>,
  path: readonly (string | number)[] = [],
): void {
  if (validFrom === null || validTo === null || validTo > validFrom) return;
  const says = `Value error, valid_to must be after valid_from (${validFrom.toISOString()})`;
  throw invalid(['body', ...path, 'valid_to'], says, validTo.toISOString());
}

/** Throws a validation error for a memory that would have expired already. */
export function checkExpiry(
  expiresAt: Date | null,
  now: Date,
  path: readonly (string | number)[] = [],
): void {
  if (expiresAt === null || expiresAt > now) return;
  const says = `Value error, expires_at must be in the future (after ${now.toISOString()})`;
  throw invalid(['body', ...path, 'expires_at'], says, expiresAt.toISOString());
}

function isNewer(one: Validity, other: Validity): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const byTime = compareBeginnings(a.from, a.createdAt, b.from, b.createdAt);
  return byTime === 0 ? one.id > other.id : byTime > 0;
}

function numbersOf({ validFrom, validTo, createdAt, past, supersededBy }: Validity) {
  return {
    from: validFrom?.getTime() ?? NO_START,
    to: validTo?.getTime() ?? NO_END,
    createdAt: createdAt.getTime(),
    flags: (past === true ? IS_PAST : 0) | (supersededBy === null ? 0 : IS_SUPERSEDED),
  };
}

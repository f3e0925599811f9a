/** A point in valid time: the time in which memories hold in the world. */
export interface ValidMoment {
  /** Milliseconds since the epoch. */
  at: number;
  /** Whether it is the present, in which superseded memories hold only by a plan; of the past, their `validTo` decides. */
  isNow: boolean;
}

/** Flags of a memory. */
export const IS_PAST = 1;
export const IS_SUPERSEDED = 2;

/**
 * What will replace a superseded memory is a plan if it begins this many milliseconds from now. A nearer end is that of a
 * replacement that was just stored, dated by a clock that is ahead.
 */
export const PLANNED_AHEAD = 3_600_000;

/** Stands for no start and no end. */
export const NO_START = -Infinity;
export const NO_END = Infinity;

/**
 * Whether a memory holds at a moment: from its start on, until just before its end. Times are milliseconds since the
 * epoch. Without a start, a memory of the past holds from its creation on; one that says of itself that it is past
 * holds only between given times.
 */
export function holdsAt(
  moment: ValidMoment,
  from: number,
  to: number,
  createdAt: number,
  flags: number,
): boolean {
  if (moment.at >= to || !hasBegun(moment, from, createdAt)) return false;
  if (!moment.isNow) return (flags & IS_PAST) === 0 || from !== NO_START;
  return flags === 0 || (flags === IS_SUPERSEDED && to !== NO_END && to - moment.at > PLANNED_AHEAD);
}

/**
 * Whether a memory that is active takes part in the choice of the newest of its key. At present one without a start has
 * begun, whatever the clock that dated it says.
 */
export function countsForKey(moment: ValidMoment, from: number, createdAt: number, flags: number): boolean {
  return (flags & IS_PAST) === 0 && hasBegun(moment, from, createdAt);
}

/**
 * The order of memories of one key: by their starts, then by creation. Below 0 when the first is older; equal ones are
 * ordered by id.
 */
export function compareBeginnings(
  from: number,
  createdAt: number,
  otherFrom: number,
  otherCreatedAt: number,
) {
  return startOf(from, createdAt) - startOf(otherFrom, otherCreatedAt) || createdAt - otherCreatedAt;
}

function startOf(from: number, createdAt: number): number {
  return from === NO_START ? createdAt : from;
}

function hasBegun({ at, isNow }: ValidMoment, from: number, createdAt: number): boolean {
  return (isNow ? from : startOf(from, createdAt)) <= at;
}

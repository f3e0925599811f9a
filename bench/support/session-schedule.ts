import { randomInteger, type Random } from './random';

const SESSION_LENGTH = { min: 20, max: 40 } as const;

/** How many memories a namespace gets. */
export interface Filling {
  namespace: string;
  count: number;
}

export interface ScheduledSession {
  namespace: string;
  session: string;
  /** Memories. */
  length: number;
}

/** Sessions that give each namespace its count, in an order by chance, so that the rows of all lie mixed. */
export function sessionSchedule(fillings: readonly Filling[], random: Random): ScheduledSession[] {
  return shuffled(
    fillings.flatMap((filling) => sessionsOf(filling, random)),
    random,
  );
}

function sessionsOf({ namespace, count }: Filling, random: Random): ScheduledSession[] {
  const sessions: ScheduledSession[] = [];
  for (let rest = count; rest > 0;) {
    const length = Math.min(rest, randomInteger(random, SESSION_LENGTH.min, SESSION_LENGTH.max));
    sessions.push({ namespace, session: `${namespace}-${sessions.length + 1}`, length });
    rest -= length;
  }
  return sessions;
}

/** Fisher and Yates. */
function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = randomInteger(random, 0, last);
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
}

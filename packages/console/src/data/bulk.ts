import {
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitedError,
  UnavailableError,
} from '../../../client/src/errors.ts';

/** Requests at a time: the service has other clients. */
const AT_ONCE = 4;
const WAIT_MS = 1_000;
const GONE = 'no longer there';

/** What became of some of them. */
export interface Acted<Done> {
  done: readonly Done[];
  /** How many had not to be changed. */
  unchanged: number;
  missing: number;
}

/** What one request does. */
export interface BulkWork<Item, Done> {
  /** The most that it takes. */
  size: number;
  act: (items: readonly Item[]) => Promise<Acted<Done>>;
}

/** What is done to many, and how it is taken back. */
export interface BulkTask<Done = unknown> {
  /** While it runs, such as "Expiring". */
  doing: string;
  work: BulkWork<string, Done>;
  /** What was done to how many. */
  done: (count: number) => string;
  /** Those that were changed since stay as they are. */
  undo?: UndoWork<Done>;
  /** What the Undo of so many says. */
  undone?: (count: number) => string;
}

/** A method, so that a task of any kind is a task. */
interface UndoWork<Done> {
  size: number;
  act(this: void, done: readonly Done[]): Promise<Acted<unknown>>;
}

/** One request for each. `act` resolves with null where nothing had to be changed. */
export function oneByOne<Item, Done>(act: (item: Item) => Promise<Done | null>): BulkWork<Item, Done> {
  return {
    size: 1,
    act: async (items) => {
      const found = await Promise.all(items.map(act));
      const done = found.filter((each) => each !== null);
      return { done, unchanged: found.length - done.length, missing: 0 };
    },
  };
}

export interface BulkRun<Item, Done> {
  items: readonly Item[];
  work: BulkWork<Item, Done>;
  /** Ends the run before the next request. */
  signal: AbortSignal;
  report: (handled: number) => void;
}

export interface BulkOutcome<Done> {
  done: Done[];
  /** How many were so already. */
  unchanged: number;
  /** How many failed, by the reason. */
  failures: Map<string, number>;
  /** How many were not begun. */
  left: number;
  /** The failure that all others would have too; null without one. */
  end: Error | null;
}

/** Does the same to all of the items. Goes on after a failure, and waits when the service asks for it. */
export async function runBulk<Item, Done>({ items, work, signal, report }: BulkRun<Item, Done>): Promise<BulkOutcome<Done>> {
  const outcome: BulkOutcome<Done> = { done: [], unchanged: 0, failures: new Map(), left: 0, end: null };
  const repeat = repeatLater(signal);
  let next = 0;
  let handled = 0;
  const send = async () => {
    while (!signal.aborted && outcome.end === null && next < items.length) {
      const some = items.slice(next, (next += work.size));
      if (!(await isHandled(outcome, some.length, () => repeat(() => work.act(some))))) continue;
      handled += some.length;
      report(handled);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  outcome.left = items.length - handled;
  return outcome;
}

async function isHandled<Done>(
  outcome: BulkOutcome<Done>,
  count: number,
  act: () => Promise<Acted<Done>>,
): Promise<boolean> {
  try {
    const { done, unchanged, missing } = await act();
    outcome.done.push(...done);
    outcome.unchanged += unchanged;
    if (missing > 0) fail(outcome, missing, GONE);
  } catch (error) {
    if (error instanceof Stopped) return false;
    if (endsAll(error)) {
      outcome.end ??= error;
      return false;
    }
    fail(outcome, count, reasonOf(error));
  }
  return true;
}

function fail({ failures }: BulkOutcome<unknown>, count: number, reason: string): void {
  failures.set(reason, (failures.get(reason) ?? 0) + count);
}

class Stopped extends Error {}

/** Repeats what the service refused for now, after the time that it names. Meanwhile nothing else of the run is sent. */
function repeatLater(signal: AbortSignal): <T>(work: () => Promise<T>) => Promise<T> {
  let startsAt = 0;
  return async (work) => {
    for (;;) {
      await wait(startsAt - Date.now(), signal);
      if (signal.aborted) throw new Stopped();
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof RateLimitedError)) throw error;
        startsAt = Math.max(startsAt, Date.now() + (error.retryAfterMs ?? WAIT_MS));
      }
    }
  };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

function endsAll(error: unknown): error is Error {
  return [AuthenticationError, PermissionError, UnavailableError].some((each) => error instanceof each);
}

function reasonOf(error: unknown): string {
  if (error instanceof NotFoundError) return GONE;
  if (error instanceof ConflictError) return 'changed meanwhile';
  return error instanceof Error ? error.message : 'something went wrong';
}

/** What became of a run, in sentences. `what`: what was done to how many, such as "3 memories expired". */
export function outcomeText(outcome: BulkOutcome<unknown>, what: string, same = 'needed no change'): string {
  const { unchanged, failures, left, end } = outcome;
  const failed = [...failures].map(([reason, count]) => `${count.toLocaleString()} could not be changed: ${reason}`);
  const sentences = [
    what,
    ...(unchanged > 0 ? [`${unchanged.toLocaleString()} ${same}`] : []),
    ...failed,
    ...(left > 0 ? [`Stopped before the last ${left.toLocaleString()}${end === null ? '' : `: ${end.message}`}`] : []),
  ];
  return sentences.map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ');
}

export interface IdPage {
  ids: string[];
  nextCursor?: string | null;
}

export type ReadIds = (cursor: string | undefined) => Promise<IdPage>;

interface Snapshot {
  without: ReadonlySet<string>;
  signal: AbortSignal;
  report: (read: number) => void;
}

/** All ids that match now, read before any of them is changed: changes would move the pages. */
export async function matchingIds(read: ReadIds, { without, signal, report }: Snapshot): Promise<string[]> {
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await repeatLater(signal)(() => read(cursor));
    for (const id of page.ids) if (!without.has(id)) ids.add(id);
    report(ids.size);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && !signal.aborted);
  return [...ids];
}

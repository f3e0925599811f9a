/** What a memory can be, as far as recall is concerned; null: it does not exist. */
export type ModelState = { content: string; status: 'active' | 'expired' } | null;

export type Change =
  | { kind: 'store'; content: string }
  | { kind: 'edit'; content: string }
  | { kind: 'delete' }
  | { kind: 'expire' }
  | { kind: 'restore' };

/** A request to change one memory, known by its identity. */
export interface ChangeRequest {
  change: Change;
}

/** A possible history: which pending requests have happened, with what status each, and the state that follows. */
interface History {
  state: ModelState;
  answered: ReadonlyMap<ChangeRequest, number>;
}

interface Moment {
  at: number;
  states: ModelState[];
}

/**
 * One memory under writes that overlap. It keeps every history that the answers so far allow: a write happens
 * at one instant between its request and its answer, in any order with others that overlap it. A write that
 * was never answered may happen at any time, or not at all.
 */
export class ModelMemory {
  /** Null until the store was answered. */
  id: string | null = null;
  private histories: History[] = [{ state: null, answered: new Map() }];
  private readonly pending: ChangeRequest[] = [];
  private readonly moments: Moment[] = [{ at: -1, states: [null] }];

  constructor(readonly key: string) {}

  get pendingWrites(): number {
    return this.pending.length;
  }

  /** False when it is gone for certain, and nothing can bring it back. */
  get mayExist(): boolean {
    return this.histories.some(({ state }) => state !== null);
  }

  begin(write: ChangeRequest, at: number): void {
    this.pending.push(write);
    this.unfold(at);
  }

  /** Throws when no order of the writes explains the answer. */
  acknowledge(write: ChangeRequest, status: number, at: number): void {
    const left = this.histories.filter(({ answered }) => answered.get(write) === status);
    if (left.length === 0) {
      throw new Error(
        `${this.key}: status ${status} for ${JSON.stringify(write.change)} fits no order of writes`,
      );
    }
    this.pending.splice(this.pending.indexOf(write), 1);
    this.histories = left.map(({ state, answered }) => {
      return { state, answered: new Map([...answered].filter(([each]) => each !== write)) };
    });
    this.unfold(at);
  }

  /** Everything that the memory can have been at some instant from `at` until now. */
  statesSince(at: number): ModelState[] {
    const first = this.moments.findLastIndex((moment) => moment.at <= at);
    return this.moments.slice(Math.max(first, 0)).flatMap(({ states }) => states);
  }

  /** Adds the histories in which pending writes happen next. */
  private unfold(at: number): void {
    const known = new Map<string, History>();
    const left = [...this.histories];
    for (let history = left.pop(); history !== undefined; history = left.pop()) {
      const name = this.nameOf(history);
      if (known.has(name)) continue;
      known.set(name, history);
      left.push(...this.continuations(history));
    }
    this.histories = [...known.values()];
    this.moments.push({ at, states: this.histories.map(({ state }) => state) });
  }

  private continuations({ state, answered }: History): History[] {
    const open = this.pending.filter((write) => !answered.has(write));
    return open.map((write) => {
      const status = state === null && write.change.kind !== 'store' ? 404 : 200;
      return { state: stateAfter(state, write.change), answered: new Map(answered).set(write, status) };
    });
  }

  private nameOf({ state, answered }: History): string {
    return JSON.stringify([state, this.pending.map((write) => answered.get(write) ?? null)]);
  }
}

function stateAfter(state: ModelState, change: Change): ModelState {
  if (change.kind === 'store') return { content: change.content, status: 'active' };
  if (state === null) return null;
  switch (change.kind) {
    case 'edit':
      return { ...state, content: change.content };
    case 'delete':
      return null;
    case 'expire':
      return { ...state, status: 'expired' };
    case 'restore':
      return { ...state, status: 'active' };
    default:
      return change satisfies never;
  }
}

/** When a request reached this process. */
export interface Arrival {
  /** By the calendar, to compare with what other replicas recorded. */
  at: Date;
  /** By the monotonic clock of this process, in ms: exact, and never set back. */
  tick: number;
}

/** More replacements than can lie between the arrival of a request and its look-up. */
const MAX_REMEMBERED = 10_000;

/**
 * The replacements of tokens that this process makes. A request may arrive with a token in force, and
 * look it up after the replacement was committed: it is served. To tell it from one that came later, the
 * instant of the commit is remembered, by the monotonic clock. `T` is what takes the place of a token.
 */
export class TokenSuccession<T> {
  private readonly pending = new Map<string, Promise<T>>();
  private readonly committed = new Map<string, number>();

  constructor(private readonly tick: () => number) {}

  /** Runs `replace`, or joins a run of the token under way. It calls its argument as soon as it has committed. */
  succeed(tokenHash: string, replace: (onCommit: () => void) => Promise<T>): Promise<T> {
    const running = this.pending.get(tokenHash);
    if (running !== undefined) return running;
    const run = replace(() => this.remember(tokenHash)).finally(() => this.pending.delete(tokenHash));
    this.pending.set(tokenHash, run);
    return run;
  }

  /**
   * Whether a request came before the token was replaced; null when this process knows of no replacement.
   * While one is under way every request is early: the database may have committed, but no client was answered.
   */
  precedes(tokenHash: string, arrival: Arrival): boolean | null {
    const at = this.committed.get(tokenHash);
    if (at !== undefined) return arrival.tick <= at;
    return this.pending.has(tokenHash) ? true : null;
  }

  private remember(tokenHash: string): void {
    this.committed.set(tokenHash, this.tick());
    if (this.committed.size <= MAX_REMEMBERED) return;
    const [eldest] = this.committed.keys();
    if (eldest !== undefined) this.committed.delete(eldest);
  }
}

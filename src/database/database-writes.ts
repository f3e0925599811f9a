import type { ClientBase, Pool } from 'pg';
import { connectionOf, processIdOf } from './driver-connection';
import { DISK_FULL, WritesRefused, type WriteProblem } from './refused-writes';
import type { WriteTrial } from './write-check';

const CHECK_PAUSE_MS = 1_000;
const TICK_MS = 500;
/** A connection that is in use for longer may wait for the standby. */
const LONG_MS = 500;

/**
 * Whether the database accepts writes. While its synchronous standby is away, a commit waits for ever and no time-out ends
 * it (docs/adr/0073). So further writes are refused, and connections that wait are given back, for reads to use.
 */
export class DatabaseWrites {
  private known: WriteProblem | null = null;
  private checkedAt = -Infinity;
  private checking: Promise<WriteProblem | null> | null = null;
  private isDiskFull = false;
  private readonly inUse = new Map<ClientBase, number>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    pool: Pool,
    private readonly tried: WriteTrial,
  ) {
    pool.on('acquire', (client: ClientBase) => this.inUse.set(client, performance.now()));
    pool.on('release', (_error: Error, client: ClientBase) => this.inUse.delete(client));
    pool.on('remove', (client: ClientBase) => this.inUse.delete(client));
    pool.on('connect', (client: ClientBase) => this.listen(client));
    this.timer = setInterval(() => void this.tick(), TICK_MS);
    this.timer.unref();
  }

  /** Tries a write, unless one was tried within a second; the problem, or null. Never rejects. */
  check(): Promise<WriteProblem | null> {
    if (this.checking !== null) return this.checking;
    if (performance.now() - this.checkedAt < CHECK_PAUSE_MS) return Promise.resolve(this.known);
    this.checking = this.runCheck().finally(() => (this.checking = null));
    return this.checking;
  }

  /** Throws `WritesRefused` if a write would wait for the synchronous standby. `isWrite` is asked only then. */
  passIf(isWrite: () => boolean): void {
    if (this.known === 'synchronous_standby_away' && isWrite()) throw new WritesRefused(this.known);
  }

  close(): void {
    clearInterval(this.timer);
    this.tried.close();
  }

  private async runCheck(): Promise<WriteProblem | null> {
    const problem = await this.tried.run(this.isDiskFull);
    this.checkedAt = performance.now();
    this.known = problem;
    this.isDiskFull = problem === 'disk_full' || (this.isDiskFull && problem !== null);
    if (problem === 'synchronous_standby_away') await this.giveBack();
    return problem;
  }

  private async tick(): Promise<void> {
    const now = performance.now();
    const isLong = [...this.inUse.values()].some((since) => now - since > LONG_MS);
    if (isLong || this.known !== null) await this.check();
  }

  /** Their statements fail, as writes do that are refused; whether they are kept, the standby decides. */
  private async giveBack(): Promise<void> {
    const waiting = await this.tried.waitingBackends().catch(() => new Set<number>());
    for (const client of this.inUse.keys()) {
      const processId = processIdOf(client);
      if (processId !== null && waiting.has(processId)) {
        connectionOf(client).stream.destroy(new WritesRefused('synchronous_standby_away'));
      }
    }
  }

  private listen(client: ClientBase): void {
    connectionOf(client).on('errorMessage', (error: { code?: string }) => {
      if (error.code === DISK_FULL) this.isDiskFull = true;
    });
  }
}

import type { ClientBase, Pool } from 'pg';
import { connectionOf, processIdOf } from './driver-connection';
import { PoolConnections } from './pool-connections';
import { DISK_FULL, READ_ONLY, WritesRefused, type WriteProblem } from './refused-writes';
import type { WriteTrial } from './write-check';

const CHECK_PAUSE_MS = 1_000;
const TICK_MS = 500;
/** A connection that is in use for longer may wait for the standby, or for a server that is gone. */
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
  /** The server that took a write last. */
  private server: string | null = null;
  private readonly connections: PoolConnections;
  private readonly timer: NodeJS.Timeout;

  /** `forget` is called when the server may be the wrong one: it only reads, or does not answer. */
  constructor(
    pool: Pool,
    private readonly tried: WriteTrial,
    private readonly forget: () => void = () => undefined,
  ) {
    this.connections = new PoolConnections(pool);
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
    this.noteServer();
    this.known = problem;
    if (problem === 'does_not_answer') this.forget();
    this.isDiskFull = problem === 'disk_full' || (this.isDiskFull && problem !== null);
    if (problem === 'synchronous_standby_away') await this.giveBack();
    return problem;
  }

  private async tick(): Promise<void> {
    const isLong = this.connections.inUseFor(LONG_MS).length > 0;
    if (isLong || this.known !== null) await this.check();
  }

  /**
   * When another server takes the writes, the connections to the one before are closed: a machine that vanished ends
   * none of them, so their statements would wait for the whole time-out, and one that comes back would answer with what
   * it had.
   */
  private noteServer(): void {
    const { server } = this.tried;
    if (server === null || server === this.server) return;
    const isOther = this.server !== null || this.known !== null;
    this.server = server;
    if (!isOther) return;
    const reason = new Error('Query read timeout');
    for (const client of this.connections.inUseFor(LONG_MS)) connectionOf(client).stream.destroy(reason);
    this.connections.replace(reason);
  }

  /** Their statements fail, as writes do that are refused; whether they are kept, the standby decides. */
  private async giveBack(): Promise<void> {
    const waiting = await this.tried.waitingBackends().catch(() => new Set<number>());
    for (const client of this.connections.inUseFor(0)) {
      const processId = processIdOf(client);
      if (processId !== null && waiting.has(processId)) {
        connectionOf(client).stream.destroy(new WritesRefused('synchronous_standby_away'));
      }
    }
  }

  private listen(client: ClientBase): void {
    connectionOf(client).on('errorMessage', (error: { code?: string }) => {
      if (error.code === DISK_FULL) this.isDiskFull = true;
      if (error.code !== READ_ONLY) return;
      // Another one is the primary now, and a proxy leads new connections there.
      this.forget();
      this.connections.replace(new Error('The server only reads'));
    });
  }
}

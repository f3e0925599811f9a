import { Client, type ClientBase, type Pool } from 'pg';
import { connectionOf } from './driver-connection';

/** Which connections of a pool are idle, and since when the others are in use. */
export class PoolConnections {
  private readonly idle = new Set<ClientBase>();
  private readonly inUse = new Map<ClientBase, number>();
  private readonly stale = new WeakSet<ClientBase>();

  constructor(pool: Pool) {
    pool.on('acquire', (client: ClientBase) => this.acquired(client));
    pool.on('release', (_error: Error, client: ClientBase) => this.released(client));
    pool.on('remove', (client: ClientBase) => {
      this.idle.delete(client);
      this.inUse.delete(client);
    });
  }

  /** The connections that are in use for longer than `ms`. */
  inUseFor(ms: number): ClientBase[] {
    const since = performance.now() - ms;
    return [...this.inUse].filter(([, acquired]) => acquired < since).map(([client]) => client);
  }

  /** New connections take the place of all: idle ones close at once, those in use when they are released. */
  replace(reason: Error): void {
    for (const client of this.inUse.keys()) this.stale.add(client);
    for (const client of this.idle) connectionOf(client).stream.destroy(reason);
  }

  private acquired(client: ClientBase): void {
    this.idle.delete(client);
    this.inUse.set(client, performance.now());
  }

  private released(client: ClientBase): void {
    this.inUse.delete(client);
    if (this.stale.has(client) && client instanceof Client) void client.end();
    else this.idle.add(client);
  }
}

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

interface Pair {
  client: Socket;
  server: Socket | null;
}

/** Between a client and a server of any protocol: passes bytes on, late, or not at all. */
export class TcpProxy {
  /** Before bytes are passed on, each way. */
  delayMs = 0;
  private isHolding = false;
  private readonly pairs = new Set<Pair>();
  private readonly listener = createServer((client) => this.accept(client));

  private constructor(private target: { host: string; port: number }) {}

  /** In front of the server that a URL such as `postgres://...` names. */
  static async before(url: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetOf(url));
    proxy.listener.listen(0, '127.0.0.1');
    await once(proxy.listener, 'listening');
    return proxy;
  }

  /** The URL, with this proxy in the place of the server. */
  urlOf(url: string): string {
    const changed = new URL(url);
    changed.hostname = '127.0.0.1';
    changed.port = String((this.listener.address() as AddressInfo).port);
    return changed.href;
  }

  get connections(): number {
    return this.pairs.size;
  }

  /** Connections are accepted, and bytes taken, but none passed on, as by a machine that hangs. */
  hold(): void {
    this.isHolding = true;
    for (const { client, server } of this.pairs) for (const each of [client, server]) each?.pause();
  }

  /** Passes on what was held back, on the connections that there are still. */
  heal(): void {
    this.isHolding = false;
    this.delayMs = 0;
    for (const pair of this.pairs) {
      if (pair.server === null) this.reach(pair);
      for (const each of [pair.client, pair.server]) each?.resume();
    }
  }

  /** Another server takes over: connections end, and new ones go there. */
  turnTo(url: string): void {
    this.target = targetOf(url);
    this.cut();
  }

  /** Ends all connections, as a network does that forgot them. */
  cut(): void {
    for (const { client, server } of this.pairs) for (const each of [client, server]) each?.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.listener.close();
    await once(this.listener, 'close');
  }

  private accept(client: Socket): void {
    const pair: Pair = { client, server: null };
    this.pairs.add(pair);
    client.pause();
    client.on('error', () => undefined);
    client.once('close', () => {
      this.pairs.delete(pair);
      pair.server?.destroy();
    });
    if (!this.isHolding) this.reach(pair);
  }

  private reach(pair: Pair): void {
    const server = connect(this.target);
    pair.server = server;
    server.on('error', () => undefined);
    server.once('close', () => pair.client.destroy());
    this.pass(pair.client, server);
    this.pass(server, pair.client);
  }

  /** In order, each part of it late by the same. */
  private pass(from: Socket, to: Socket): void {
    from.on('data', (bytes) => {
      if (this.delayMs === 0) to.write(bytes);
      else setTimeout(() => to.writable && to.write(bytes), this.delayMs);
    });
    from.once('end', () => setTimeout(() => to.end(), this.delayMs));
    if (!this.isHolding) from.resume();
  }
}

function targetOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

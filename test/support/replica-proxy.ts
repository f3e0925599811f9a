import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * Gives each connection to the next of several services in turn, and passes its bytes as they are. Where a connection
 * carries one request, as with the replicas of tests and with clients that keep none open, that is each request.
 */
export class ReplicaProxy {
  /** Connections so far, by the port of the service. */
  readonly given = new Map<number, number>();
  private turn = 0;
  private readonly open = new Set<Socket>();
  private readonly server: Server;

  private constructor(private ports: readonly number[]) {
    // A side that has said all may still listen.
    this.server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.pass(client));
  }

  /** `urls` of services on 127.0.0.1. */
  static async start(urls: readonly string[]): Promise<ReplicaProxy> {
    const proxy = new ReplicaProxy(urls.map(portOf));
    await new Promise<void>((resolve, reject) => {
      proxy.server.once('error', reject);
      proxy.server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Gives connections to one more. */
  add(url: string): void {
    this.ports = [...this.ports, portOf(url)];
  }

  /** Gives no more connections to a service. */
  remove(url: string): void {
    const gone = portOf(url);
    this.ports = this.ports.filter((port) => port !== gone);
  }

  /** Connections that are open are cut. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      for (const socket of this.open) socket.destroy();
    });
  }

  private pass(client: Socket): void {
    const port = this.ports[this.turn++ % this.ports.length];
    if (port === undefined) {
      client.destroy();
      return;
    }
    this.given.set(port, (this.given.get(port) ?? 0) + 1);
    const service = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
    this.join(client, service);
    this.join(service, client);
  }

  /** What comes from one side goes to the other, its end and its breaking off too. */
  private join(from: Socket, to: Socket): void {
    this.open.add(from);
    from.pipe(to);
    // A reset reaches the other side as a reset, and not as the good end of what was said so far.
    from.on('error', () => to.resetAndDestroy());
    from.on('close', () => {
      this.open.delete(from);
      if (!to.writableEnded) to.destroy();
    });
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { inTime } from '../common/deadline';

/** Time for requests that clients are just sending on open connections. */
const LINGER_MS = 1_000;

/** Stops a server without cutting off earlier requests. Create it before the server listens. */
export class Drain {
  private readonly sockets = new Set<Socket>();
  private readonly answering = new Set<ServerResponse>();
  private begun = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    // Before the application's listener, which may send the headers before it returns.
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      this.answering.add(response);
      response.once('close', () => this.answering.delete(response));
      if (this.begun) response.setHeader('Connection', 'close');
    });
  }

  /** Answers open connections for a moment longer, then closes; returns how many requests `graceMs` cut off. */
  async finish(graceMs: number): Promise<number> {
    this.begun = true;
    const end = performance.now() + graceMs;
    for (const response of this.answering) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    await this.untilClosed(Math.min(LINGER_MS, graceMs));
    const closed = new Promise<true>((resolve) => this.server.close(() => resolve(true)));
    this.closeUnused();
    const left = Math.max(0, end - performance.now());
    if ((await inTime(closed, left)) === true) return 0;
    const cut = this.answering.size;
    this.server.closeAllConnections();
    return cut;
  }

  /** Resolves when no connection is left, or after a time. */
  private untilClosed(timeoutMs: number): Promise<void> {
    if (this.sockets.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      for (const socket of this.sockets) {
        socket.once('close', () => {
          if (this.sockets.size > 0) return;
          clearTimeout(timer);
          resolve();
        });
      }
    });
  }

  /** Closes connections that browsers opened in advance, which Node does not count as idle. */
  private closeUnused(): void {
    for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}

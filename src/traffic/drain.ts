import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { inTime } from '../common/in-time';

/** What kept-alive connections have for the request that they may just be sending. */
const LINGER_MS = 1_000;

/** Ends a server without cutting off a request that came before it was told to. Made before it listens. */
export class Drain {
  private readonly sockets = new Set<Socket>();
  private readonly answering = new Set<ServerResponse>();
  private begun = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    // Before the application's own listener, which may have sent the headers when it returns.
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      this.answering.add(response);
      response.once('close', () => this.answering.delete(response));
      if (this.begun) response.setHeader('Connection', 'close');
    });
  }

  /**
   * Answers what comes for another moment on connections that are open, each of which ends with its next answer;
   * then listens no more, closes those at rest, and waits for the rest. How many requests `graceMs` was too short for.
   */
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

  /** Browsers open connections in advance, which Node does not count as idle before their first request. */
  private closeUnused(): void {
    for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
  }
}

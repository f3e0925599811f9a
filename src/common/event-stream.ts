import { once } from 'node:events';
import type { Response } from 'express';

const KEEP_ALIVE_MS = 15_000;

/** A signal that is aborted when the client goes away before it has its whole answer. */
export function clientGone(response: Response): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Server-sent events as an answer: JSON on one line each, and a comment when nothing was sent for a while. */
export class EventStream {
  private timer: NodeJS.Timeout | null = null;

  /** Sends the head of the answer. `signal` is aborted when the client has gone. */
  constructor(
    private readonly response: Response,
    readonly signal: AbortSignal = clientGone(response),
  ) {
    response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Proxies that collect answers would hold the events back.
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    this.keepAlive();
    this.signal.addEventListener('abort', () => this.stopKeepingAlive());
  }

  /** Sends nothing if the client has gone. `id`: the `Last-Event-ID` of a client that connects again; one line. */
  send(event: string, data: unknown, id: string | null = null): void {
    if (this.signal.aborted) return;
    const place = id === null ? '' : `id: ${id}\n`;
    this.response.write(`event: ${event}\n${place}data: ${JSON.stringify(data)}\n\n`);
    this.keepAlive();
  }

  /** Sends an event that later ones replace: nothing while the client has not read the earlier ones. */
  sendUnlessBehind(event: string, data: unknown): void {
    if (!this.response.writableNeedDrain) this.send(event, data);
  }

  /** Resolves when the client has read what was sent, but for some KB, or has gone. */
  async drained(): Promise<void> {
    if (!this.response.writableNeedDrain || this.signal.aborted) return;
    await once(this.response, 'drain', { signal: this.signal }).catch(() => undefined);
  }

  end(): void {
    this.stopKeepingAlive();
    this.response.end();
  }

  private keepAlive(): void {
    this.stopKeepingAlive();
    this.timer = setInterval(() => {
      if (!this.response.writableNeedDrain) this.response.write(': keepalive\n\n');
    }, KEEP_ALIVE_MS);
    this.timer.unref();
  }

  private stopKeepingAlive(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }
}

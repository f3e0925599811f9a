import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';

/** Checks within the time-out: a connection is closed at most a quarter of the time-out late. */
const CHECKS = 4;

/** How much a connection has sent and has to send, and since when that is so, by `performance.now`. */
interface Progress {
  completed: number;
  queued: number;
  since: number;
}

/**
 * Closes connections whose client has read nothing for `stallMs` although bytes of an answer wait for it. The `close`
 * of the response then ends what makes the answer: streams, database reads, model calls. An answer that has nothing to
 * send for a while is left alone, and so is a client that reads slowly.
 */
export function closeStalledReaders(server: Server, stallMs: number): void {
  const logger = new Logger('Traffic');
  const sockets = new Set<Socket>();
  const stalls = new WeakMap<Socket, Progress>();
  const timer = setInterval(() => {
    const stalled = [...sockets].filter((socket) => isStalled(socket, stalls, stallMs));
    for (const socket of stalled) socket.destroy();
    if (stalled.length > 0)
      logger.warn(`Closed connections whose client read nothing for ${stallMs} ms: ${stalled.length}`);
  }, stallMs / CHECKS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
}

function isStalled(socket: Socket, stalls: WeakMap<Socket, Progress>, stallMs: number): boolean {
  if (socket.writableLength === 0) {
    stalls.delete(socket);
    return false;
  }
  const now = performance.now();
  const completed = socket.bytesWritten - socket.writableLength;
  const queued = queuedBytes(socket);
  const before = stalls.get(socket);
  if (before?.completed === completed && before.queued === queued) return now - before.since >= stallMs;
  stalls.set(socket, { completed, queued, since: now });
  return false;
}

/** The bytes of the running write that are not sent, from an undocumented field that Node's own time-out reads. */
function queuedBytes(socket: Socket): number {
  const { _handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null };
  return _handle?.writeQueueSize ?? 0;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long, and for how many bytes, the service still reads from a client after the answer. */
const LINGER_MS = 10_000;
const LINGER_BYTES = 33_554_432;
const CHECK_EVERY_MS = 100;

/**
 * Ends the connection with the answer that is about to be sent, though the request has not come whole. Closed at once,
 * with bytes unread, the system would reset the connection, and a client that is still sending would lose the answer.
 * So only our side is closed first, and what comes is thrown away, until the client closes its own, or a limit of time
 * or bytes is reached.
 */
export function closeAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || response.headersSent) return;
  response.setHeader('Connection', 'close');
  const { socket } = request;
  // What Node calls when the last answer of a connection has been sent.
  socket.destroySoon = () => linger(request, socket);
}

function linger(request: IncomingMessage, socket: Socket): void {
  const mostBytes = socket.bytesRead + LINGER_BYTES;
  const end = performance.now() + LINGER_MS;
  // A listener for data would do, but takes the socket away from the parser, which then stops to read.
  const timer = setInterval(() => {
    if (socket.bytesRead > mostBytes || performance.now() > end) socket.destroy();
  }, CHECK_EVERY_MS).unref();
  socket.once('close', () => clearInterval(timer));
  socket.end();
  request.on('error', () => undefined);
  request.on('end', () => socket.destroy());
  request.resume();
}

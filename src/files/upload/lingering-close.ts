import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client that goes on sending is listened to after its answer. */
const LINGER_MS = 10_000;

/**
 * Ends the connection with the answer that is about to be sent, though the request has not come whole. Closed at once,
 * with bytes unread, the system would reset the connection, and a client that is still sending would lose the answer.
 * So only our side is closed first, and what comes is thrown away, until the client closes its own, or time is up.
 */
export function closeAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete || response.headersSent) return;
  response.setHeader('Connection', 'close');
  const { socket } = request;
  // What Node calls when the last answer of a connection has been sent.
  socket.destroySoon = () => linger(request, socket);
}

function linger(request: IncomingMessage, socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.end();
  request.on('error', () => undefined);
  request.on('end', () => socket.destroy());
  request.resume();
}

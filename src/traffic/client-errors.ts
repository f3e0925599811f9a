import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Of a request whose bytes take too long. */
export const NOT_IN_TIME = ['408 Request Timeout', 'The request did not come whole in time'] as const;

/** A whole answer for a connection that is closed after it. */
export function rawAnswer(status: string, message: string): string {
  const body = JSON.stringify({ detail: message });
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

const REASONS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    '413 Payload Too Large',
    'The chunk extensions of the request are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: NOT_IN_TIME,
};
const MALFORMED = ['400 Bad Request', 'The request is not HTTP'] as const;

/** Answers unreadable requests with the same body as other failures; Node's own answer has no body. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The client has disconnected, or an answer is being sent, of which further bytes would become a part.
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    socket.end(rawAnswer(...(REASONS[error.code ?? ''] ?? MALFORMED)));
  });
}

/** Node keeps the current response of a connection in this undocumented field and reads it for the same purpose. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null };
  return _httpMessage?.headersSent === true;
}

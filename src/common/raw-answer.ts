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

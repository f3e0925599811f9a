import { connect, type Socket } from 'node:net';

export interface BytesAnswer {
  /** 0 when the connection was closed without an answer. */
  status: number;
  text: string;
}

/** A request on a connection of its own. */
export interface OpenRequest {
  socket: Socket;
  /** Resolves with the first bytes that the service sends. */
  begun: Promise<unknown>;
  /** All that the service sent, when the connection has ended. */
  answer: Promise<BytesAnswer>;
}

/** Sends exactly these lines as the head of a request, and leaves its body to the test. */
export function openRequest(host: string, port: number, lines: readonly string[]): OpenRequest {
  let text = '';
  const socket = connect({ host, port });
  socket.write([...lines, '', ''].join('\r\n'), 'latin1');
  socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
  const begun = new Promise((resolve) => socket.once('data', resolve));
  const answer = new Promise<BytesAnswer>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => resolve({ status: Number(text.split(' ')[1] ?? 0), text }));
  });
  return { socket, begun, answer };
}

/** Sends exactly these lines as the head of a request without a body, for what no client library would send. */
export function sendLines(host: string, port: number, lines: readonly string[]): Promise<BytesAnswer> {
  return openRequest(host, port, [...lines, 'Connection: close']).answer;
}

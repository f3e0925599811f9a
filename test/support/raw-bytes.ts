import { connect } from 'node:net';

export interface BytesAnswer {
  /** 0 when the connection was closed without an answer. */
  status: number;
  text: string;
}

/** Sends exactly these lines as the head of a request without a body, for what no client library would send. */
export function sendLines(host: string, port: number, lines: readonly string[]): Promise<BytesAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ host, port }, () =>
      socket.write([...lines, 'Connection: close', '', ''].join('\r\n'), 'latin1'),
    );
    socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
    socket.once('error', reject);
    socket.once('close', () => resolve({ status: Number(text.split(' ')[1] ?? 0), text }));
  });
}

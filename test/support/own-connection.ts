import { Agent, request } from 'node:http';

/** A connection that is given to a worker at the moment when it is killed gets no answer. */
const TIMEOUT_MS = 10_000;

export interface Answer<T> {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: T;
}

/** A client that sends all its requests, one after the other, on one connection: to one process of several. */
export class OwnConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly url: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** Rejects when the connection breaks. Answers that are not JSON are given as text. */
  send<T>(method: string, path: string, body?: object, headers: object = {}): Promise<Answer<T>> {
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.url}${path}`,
        {
          method,
          agent: this.agent,
          timeout: TIMEOUT_MS,
          headers: { ...this.headers, ...headers, ...(body && { 'Content-Type': 'application/json' }) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('close', () => {
            if (!response.complete) return reject(new Error('The answer was cut off'));
            const text = Buffer.concat(chunks).toString();
            const isJson = response.headers['content-type']?.startsWith('application/json') === true;
            const { statusCode: status = 0, headers: given } = response;
            resolve({ status, headers: given, body: (isJson ? JSON.parse(text) : text) as T });
          });
        },
      );
      // One that never got through is no answer that was owed.
      sent.once('error', (error) => reject(Object.assign(error, { onNewConnection: !sent.reusedSocket })));
      sent.once('timeout', () => sent.destroy(new Error('No answer in time')));
      sent.end(body && JSON.stringify(body));
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

/** As many connections, which several processes of one port share out among themselves. */
export function ownConnections(
  count: number,
  url: string,
  headers?: Readonly<Record<string, string>>,
): OwnConnection[] {
  return Array.from({ length: count }, () => new OwnConnection(url, headers));
}

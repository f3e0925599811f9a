import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** One keep-alive connection to a service, for requests one after another. */
export class OneConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** `token`: of the session. */
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Posts a body of JSON; the time from the first byte to the last of the answer, in milliseconds. */
  async post(path: string, body: string): Promise<number> {
    const start = performance.now();
    const response = await this.send(path, body);
    const answer = await text(response);
    const milliseconds = performance.now() - start;
    if (response.statusCode === 200) return milliseconds;
    throw new Error(`POST ${path}: ${response.statusCode} ${answer.slice(0, 500)}`);
  }

  close(): void {
    this.agent.destroy();
  }

  private send(path: string, body: string): Promise<IncomingMessage> {
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'X-Session-Token': this.token,
    };
    return new Promise((resolve, reject) => {
      request(`${this.url}${path}`, { method: 'POST', agent: this.agent, headers })
        .once('response', resolve)
        .once('error', reject)
        .end(body);
    });
  }
}

import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedCall {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  /** Calls under way when it came, itself among them. */
  atOnce: number;
  /** By `Date.now`. */
  at: number;
}

type Answer = (call: ReceivedCall, response: ServerResponse) => unknown;

/** A receiver of webhooks on this machine, which answers as a test says. */
export class WebhookReceiver {
  readonly calls: ReceivedCall[] = [];
  answer: Answer = (_call, response) => response.end();
  private running = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => void receiver.receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** Of the memories of all calls, each as often as it came. */
  get memoryIds(): string[] {
    return this.calls.flatMap(
      ({ body }) => (JSON.parse(body) as { data: { memory_ids: string[] } }).data.memory_ids,
    );
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atOnce = ++this.running;
    response.once('close', () => this.running--);
    const call = {
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
      atOnce,
      at: Date.now(),
    };
    this.calls.push(call);
    await this.answer(call, response);
  }
}

/** Whether a call has the signature of Standard Webhooks, computed from what arrived. */
export function isSigned({ headers, body }: ReceivedCall, secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

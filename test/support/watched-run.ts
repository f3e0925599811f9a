import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { eventsIn } from './server-sent-events';

export interface ReceivedEvent {
  event: string;
  data: Record<string, unknown>;
}

/** The answer to a POST that is a stream of server-sent events, as it comes. */
export class WatchedRun {
  readonly events: ReceivedEvent[] = [];
  readonly comments: string[] = [];
  /** Resolves when the service has ended the answer. */
  readonly ended: Promise<void>;
  private pending = '';

  private constructor(
    private readonly outgoing: ClientRequest,
    readonly head: IncomingMessage,
  ) {
    head.setEncoding('utf8');
    head.on('data', (chunk: string) => this.read(chunk));
    this.ended = new Promise((resolve, reject) => {
      head.once('end', resolve);
      head.once('error', reject);
    });
    // A test that closes the connection waits for something else.
    this.ended.catch(() => undefined);
  }

  /** Resolves when the head of the answer is there. */
  static start(url: string, body: object): Promise<WatchedRun> {
    return new Promise((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json' };
      const outgoing = request(url, { method: 'POST', headers, agent: false });
      outgoing.once('error', reject);
      outgoing.once('response', (head) => resolve(new WatchedRun(outgoing, head)));
      outgoing.end(JSON.stringify(body));
    });
  }

  close(): void {
    this.outgoing.destroy();
  }

  /** Data of the events of one name. */
  of(event: string): Record<string, unknown>[] {
    return this.events.filter((each) => each.event === event).map(({ data }) => data);
  }

  private read(chunk: string): void {
    const blocks = (this.pending + chunk).split('\n\n');
    this.pending = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith(':')) this.comments.push(block.slice(1).trim());
      for (const { event, data } of eventsIn(block)) this.events.push({ event, data: JSON.parse(data) });
    }
  }
}

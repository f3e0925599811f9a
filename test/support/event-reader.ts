import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { eventually } from './eventually';
import { eventsIn } from './server-sent-events';

export interface ReadEvent {
  event: string;
  id?: string;
  data: {
    id: string;
    kind: string;
    agent_id: string;
    actor: string;
    memory_ids: string[];
    superseded_by: string | null;
    conflict: string | null;
    reason?: string;
  };
}

/** Reads a stream of events as it comes. */
export class EventReader {
  readonly events: ReadEvent[] = [];
  /** Whether the service, or the network, has ended the stream. */
  hasEnded = false;
  private pending = '';

  private constructor(
    private readonly outgoing: ClientRequest,
    readonly head: IncomingMessage,
  ) {
    head.setEncoding('utf8');
    head.on('data', (chunk: string) => this.read(chunk));
    for (const name of ['end', 'error', 'close']) head.once(name, () => (this.hasEnded = true));
  }

  /** Resolves when the head of the answer is there; rejects where there is no answer. */
  static open(url: string, headers: Record<string, string>): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const outgoing = request(url, { headers, agent: false });
      outgoing.on('error', reject);
      outgoing.once('response', (head) => resolve(new EventReader(outgoing, head)));
      outgoing.end();
    });
  }

  /** Those about memories and conflicts. */
  get changes(): ReadEvent[] {
    return this.events.filter(({ event }) => event !== 'ready' && event !== 'reset');
  }

  get lastId(): string | null {
    return this.events.findLast(({ id }) => id !== undefined)?.id ?? null;
  }

  idsOf(kind: string): string[] {
    return this.changes.filter(({ event }) => event === kind).flatMap(({ data }) => data.memory_ids);
  }

  async until(satisfies: (reader: EventReader) => boolean): Promise<void> {
    await eventually(
      () => (satisfies(this) ? true : this.events.map(({ event, id }) => [event, id])),
      (answer) => answer === true,
      20_000,
    );
  }

  close(): void {
    this.outgoing.destroy();
  }

  pause(): void {
    this.head.pause();
  }

  resume(): void {
    this.head.resume();
  }

  private read(chunk: string): void {
    const blocks = (this.pending + chunk).split('\n\n');
    this.pending = blocks.pop() ?? '';
    for (const block of blocks.filter((each) => !each.startsWith(':'))) {
      for (const { data, ...event } of eventsIn(block))
        this.events.push({ ...event, data: JSON.parse(data) as ReadEvent['data'] });
    }
  }
}

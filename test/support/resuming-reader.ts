import { eventually } from './eventually';
import { EventReader } from './event-reader';

const STREAM_LIMIT_MS = 120_000;
const PAUSE_MS = 50;

/** Reads on from the last id that it has, on whatever process there is, until its signal is aborted. */
export class ResumingReader {
  /** Of created memories, each as often as it came. */
  readonly seen: string[] = [];
  /** Why it had to read all again. */
  readonly resets: unknown[] = [];
  lastId: string | null = null;

  /** Where it reads from now, and by which token. */
  constructor(private readonly source: () => { url: string; token: string }) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.readOnce(signal).catch(() => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)));
    }
  }

  private async readOnce(signal: AbortSignal): Promise<void> {
    const { url, token } = this.source();
    const headers = { 'X-Session-Token': token, ...(this.lastId && { 'Last-Event-ID': this.lastId }) };
    const reader = await EventReader.open(url, headers);
    let taken = 0;
    await eventually(
      () => {
        for (const { event, id, data } of reader.events.slice(taken)) {
          taken++;
          if (event === 'reset') this.resets.push(data.reason);
          if (event === 'memory.created') this.seen.push(...data.memory_ids);
          this.lastId = id ?? this.lastId;
        }
        return reader.hasEnded || signal.aborted;
      },
      (isOver) => isOver,
      STREAM_LIMIT_MS,
    );
    reader.close();
  }
}

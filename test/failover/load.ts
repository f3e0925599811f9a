import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const RETRY_MS = 200;
const REQUEST_LIMIT_MS = 40_000;
/** A service that answers no recall for so long will not. */
const ANSWER_LIMIT_MS = 60_000;
const WRITERS = 8;
const PAGE = 100;

export interface Tally {
  acknowledged: number;
  lost: number;
  twice: number;
  wrongRecalls: number;
  refusedWrites: number;
  refusedRecalls: number;
  secondsWithoutWrites: number;
  slowestRecallMs: number;
}

/** Clients that write memories to all replicas, and look for each at once on another one. */
export class Load {
  private readonly acknowledged: string[] = [];
  private readonly stopped = new AbortController();
  private readonly writers: Promise<void>[];
  private lastAt = performance.now();
  private longestMs = 0;
  private slowestRecallMs = 0;
  private wrong = 0;
  private refusedWrites = 0;
  private refusedRecalls = 0;

  private constructor(
    private readonly urls: readonly string[],
    readonly agent: string,
    private readonly token: string,
  ) {
    this.writers = Array.from({ length: WRITERS }, (_, index) => this.write(index));
  }

  static async begin(urls: readonly string[], agent = 'failover'): Promise<Load> {
    const [url = ''] = urls;
    await post(`${url}/api/v2/agents`, { agent_id: agent }, {});
    const { body } = await post(`${url}/api/v2/agents/${agent}/activate`, {}, {});
    return new Load(urls, agent, String(body.session_token));
  }

  get count(): number {
    return this.acknowledged.length;
  }

  /** Ends the writers, and compares what was acknowledged with what all replicas have. */
  async end(): Promise<Tally> {
    this.note();
    this.stopped.abort();
    await Promise.all(this.writers);
    const stored = await this.stored();
    await Promise.all(Array.from({ length: WRITERS }, (_, reader) => this.recallAll(reader)));
    return {
      acknowledged: this.count,
      lost: this.acknowledged.filter((word) => !stored.has(word)).length,
      twice: [...stored.values()].filter((times) => times > 1).length,
      wrongRecalls: this.wrong,
      refusedWrites: this.refusedWrites,
      refusedRecalls: this.refusedRecalls,
      secondsWithoutWrites: Math.round(this.longestMs / 100) / 10,
      slowestRecallMs: Math.round(this.slowestRecallMs),
    };
  }

  private async write(first: number): Promise<void> {
    for (let index = first; !this.stopped.signal.aborted; index++) {
      const word = `w${randomUUID().replaceAll('-', '')}`;
      if (!(await this.writeOne(word, index))) return;
      const begin = performance.now();
      if ((await this.isRecalled(word, index + 1, false)) === false) this.wrong++;
      this.slowestRecallMs = Math.max(this.slowestRecallMs, performance.now() - begin);
    }
  }

  /** Each reader looks for its share of the words, on each replica. */
  private async recallAll(reader: number): Promise<void> {
    const words = this.acknowledged.filter((_, place) => place % WRITERS === reader);
    for (let index = 0; index < this.urls.length; index++) {
      for (const word of words) if (!(await this.isRecalled(word, index))) this.wrong++;
    }
  }

  /** Repeats until it is acknowledged; false if the load ends before. */
  private async writeOne(word: string, index: number): Promise<boolean> {
    const key = randomUUID();
    for (let attempt = 0; ; attempt++) {
      const { status } = await this.call(index + attempt, 'remember', { content: `Fact ${word}` }, key);
      if (status === 200) {
        this.note();
        this.acknowledged.push(word);
        return true;
      }
      this.refusedWrites++;
      if (this.stopped.signal.aborted) return false;
      await pause(RETRY_MS);
    }
  }

  /** `insists`: repeats until there is an answer; otherwise null if there is none. */
  private async isRecalled(word: string, index: number): Promise<boolean>;
  private async isRecalled(word: string, index: number, insists: false): Promise<boolean | null>;
  private async isRecalled(word: string, index: number, insists = true): Promise<boolean | null> {
    const until = performance.now() + ANSWER_LIMIT_MS;
    for (;;) {
      const { status, body } = await this.call(index, 'recall', { query: word, limit: 3 });
      if (status === 200) return JSON.stringify(body).includes(word);
      this.refusedRecalls++;
      if (!insists) return null;
      if (performance.now() > until)
        throw new Error(`No recall was answered for ${ANSWER_LIMIT_MS} ms: ${status}`);
      await pause(RETRY_MS);
    }
  }

  /** How often each word is stored. */
  private async stored(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (let cursor: unknown = null; ;) {
      const query = { limit: PAGE, ...(cursor !== null && { cursor }) };
      const { status, body } = await this.call(0, 'recall/all', query);
      if (status !== 200) throw new Error(`recall/all: ${status}`);
      for (const { content } of body.memories as { content: string }[]) {
        const word = content.slice('Fact '.length);
        found.set(word, (found.get(word) ?? 0) + 1);
      }
      cursor = body.next_cursor ?? null;
      if (cursor === null) return found;
    }
  }

  private note(): void {
    const now = performance.now();
    this.longestMs = Math.max(this.longestMs, now - this.lastAt);
    this.lastAt = now;
  }

  private call(index: number, path: string, body: object, key?: string) {
    const url = `${this.urls[index % this.urls.length]}/api/v2/agents/${this.agent}/${path}`;
    return post(url, body, { 'X-Session-Token': this.token, ...(key && { 'Idempotency-Key': key }) });
  }
}

interface Answer {
  /** 0: none. */
  status: number;
  body: Record<string, unknown>;
}

async function post(url: string, body: object, headers: Record<string, string>): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch {
    return { status: 0, body: {} };
  }
}

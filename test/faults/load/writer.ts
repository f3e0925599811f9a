import type { LoadAgent, Memories, Shown } from './load-agent';
import { flawOf, newlyKept, type Fate, type Kept } from './memory-fate';
import { between, oneOf, type Random } from './random';

/** A request to store contents, which was not answered. */
interface Attempt {
  contents: string[];
  key: string | null;
  isScratch: boolean;
  sentAt: number;
}

/** The time of the service, as far as the test knows it: at the earliest and the latest, in ms since 1970. */
export type KnownClock = () => readonly [number, number];

type Stored = { memory_id: string } | { results: { id: string }[] };

/** By this a sweep knows what it may expire; no other request touches these. */
export const SCRATCH = 'scratch';
const MOST_AT_ONCE = 5;
/** Of those that were stored by keyless requests, or under a key: half and half. */
const KEYED = 0.5;

/** Stores, edits, expires, restores and deletes memories, one request after the other, and knows what must be there. */
export class Writer {
  readonly kept = new Map<string, Kept>();
  /** Ids of memories that only sweeps touch. */
  readonly scratch = new Set<string>();
  private attempts: Attempt[] = [];
  private made = 0;

  constructor(
    private readonly agent: LoadAgent,
    private readonly name: string,
    private readonly random: Random,
    private readonly clock: KnownClock,
  ) {}

  async step(): Promise<void> {
    const dice = this.random();
    const known = this.touchable();
    if (dice < 0.45 || known.length === 0) return this.store(1, false);
    if (dice < 0.55) return this.store(1, true);
    if (dice < 0.65) return this.store(between(this.random, 2, MOST_AT_ONCE + 1), false);
    const kept = oneOf(this.random, known);
    if (dice < 0.75) return this.edit(kept);
    if (dice < 0.83) return this.expire(kept);
    if (dice < 0.88) return this.restore(kept);
    if (dice < 0.94) return this.delete(kept);
    return this.recall(kept);
  }

  /** What is not as it must be. */
  flaws(memories: Memories): string[] {
    for (const id of this.scratch) mayBeSwept(this.kept.get(id));
    const flaws = [...this.kept.values()].flatMap((kept) => flawOf(kept, memories.get(kept.id)) ?? []);
    const idsByContent = idsOf(memories);
    for (const attempt of this.attempts) flaws.push(...this.adopt(attempt, idsByContent, memories));
    return flaws;
  }

  /** Sends again, under the same key, what was not answered; twice, since that must not matter. */
  async repeat(): Promise<string[]> {
    const flaws: string[] = [];
    for (const { contents, key, isScratch } of this.attempts) {
      if (key === null) continue;
      const first = await this.ask(contents, key, isScratch);
      const second = await this.ask(contents, key, isScratch);
      const known = contents.map((content) => this.idOf(content));
      if (first === null || second === null) flaws.push(`${key} was not answered when it was repeated`);
      else if (first.join() !== second.join())
        flaws.push(`${key} was answered ${first.join()}, then ${second.join()}`);
      else if (known.some((id, i) => id !== null && id !== first[i])) flaws.push(`${key} was stored again`);
    }
    return flaws;
  }

  /** How many requests to store were not answered since the last call. */
  forgetAttempts(): number {
    return this.attempts.splice(0).length;
  }

  private touchable(): Kept[] {
    const all = [...this.kept.values()].slice(-200);
    return all.filter(({ id, fate, maybe }) => fate !== 'gone' && maybe === null && !this.scratch.has(id));
  }

  private async store(count: number, isScratch: boolean): Promise<void> {
    const contents = Array.from({ length: count }, () => this.newContent());
    const key = this.random() < KEYED ? `${this.name}-${this.made}` : null;
    await this.ask(contents, key, isScratch);
  }

  /** The ids of what is stored; null without an answer. */
  private async ask(contents: string[], key: string | null, isScratch: boolean): Promise<string[] | null> {
    const memories = contents.map((content) => ({ content, tags: isScratch ? [SCRATCH] : [this.name] }));
    const [first] = memories;
    const isBatch = memories.length > 1;
    const [sentAt] = this.clock();
    const headers: Record<string, string> = key === null ? {} : { 'Idempotency-Key': key };
    const path = isBatch ? 'batch-remember' : 'remember';
    const answer = await this.agent.send<Stored>('POST', path, {
      body: isBatch ? { memories } : first,
      headers,
    });
    if (answer === null) {
      const isKnown = key !== null && this.attempts.some((each) => each.key === key);
      if (!isKnown) this.attempts.push({ contents, key, isScratch, sentAt });
      return null;
    }
    const ids = 'results' in answer.body ? answer.body.results.map(({ id }) => id) : [answer.body.memory_id];
    ids.forEach((id, i) => this.keep(id, contents[i] ?? '', sentAt, isScratch));
    return ids;
  }

  private keep(id: string, content: string, sentAt: number, isScratch: boolean): void {
    if (isScratch) this.scratch.add(id);
    if (!this.kept.has(id)) this.kept.set(id, newlyKept(id, content, [sentAt, this.clock()[1]]));
  }

  private async edit(kept: Kept): Promise<void> {
    const content = this.newContent();
    await this.change(kept, { ...alive(kept), content }, () =>
      this.agent.send('PATCH', `memories/${kept.id}`, { body: { content } }),
    );
  }

  /** The first stamp stays. */
  private async expire(kept: Kept): Promise<void> {
    const before = alive(kept);
    const expired = before.expiredBy === null ? { ...before, expiredBy: this.name } : before;
    const answer = await this.change(kept, expired, () =>
      this.agent.send<{ expired_at: string }>('POST', `memories/${kept.id}/expire`, {
        body: { reason: this.name },
      }),
    );
    if (answer === null) return;
    const { expired_at: expiredAt } = answer.body;
    if (before.expiredAt !== null && before.expiredAt !== expiredAt) {
      this.agent.traffic.unexpected.push(
        `${kept.id} was expired at ${before.expiredAt}, then at ${expiredAt}`,
      );
    }
    kept.fate = { ...expired, expiredAt };
  }

  private async restore(kept: Kept): Promise<void> {
    const active = { ...alive(kept), expiredBy: null, expiredAt: null };
    await this.change(kept, active, () => this.agent.send('POST', `memories/${kept.id}/restore`));
  }

  private async delete(kept: Kept): Promise<void> {
    await this.change(kept, 'gone', () => this.agent.send('DELETE', `memories/${kept.id}`));
  }

  private async change<T>(kept: Kept, to: Fate, send: () => Promise<T | null>): Promise<T | null> {
    kept.seen = null;
    kept.maybe = to;
    const answer = await send();
    if (answer !== null) Object.assign(kept, { fate: to, maybe: null });
    return answer;
  }

  /** What is active is found at once, by the word that is in no other memory. */
  private async recall(kept: Kept): Promise<void> {
    if (alive(kept).expiredBy !== null) return;
    const { content } = alive(kept);
    const body = { query: content.split(' ')[0], limit: 3 };
    const answer = await this.agent.send<{ memories: Shown[] }>('POST', 'recall', { body });
    if (answer === null || answer.body.memories.some((each) => each.content === content)) return;
    this.agent.traffic.unexpected.push(`${kept.id} was not found by ${body.query}`);
  }

  private adopt(attempt: Attempt, idsByContent: ReadonlyMap<string, string[]>, memories: Memories): string[] {
    const found = attempt.contents.flatMap((content) => idsByContent.get(content) ?? []);
    const present = attempt.contents.filter((content) => idsByContent.has(content));
    for (const id of found) {
      const shown = memories.get(id);
      if (shown) this.keep(id, shown.content, attempt.sentAt, shown.tags.includes(SCRATCH));
    }
    if (present.length === 0 || present.length === attempt.contents.length) return [];
    return [`of ${attempt.contents.length} memories sent together ${present.length} were stored`];
  }

  private idOf(content: string): string | null {
    for (const { id, fate } of this.kept.values()) if (fate !== 'gone' && fate.content === content) return id;
    return null;
  }

  /** Begins with a word that no other memory has. */
  private newContent(): string {
    const word = `${this.name}n${this.made++}`;
    return `${word} ${'and so on '.repeat(between(this.random, 0, 200))}`.trim();
  }
}

/** By whom the test need not know: the stamp tells. */
function mayBeSwept(kept: Kept | undefined): void {
  if (kept === undefined || alive(kept).expiredBy !== null) return;
  kept.maybe = { ...alive(kept), expiredBy: SCRATCH };
  kept.seen = null;
}

function alive({ fate }: Kept): Exclude<Fate, 'gone'> {
  if (fate === 'gone') throw new Error('It is deleted');
  return fate;
}

/** One content has one id, since no client sends a content twice. */
export function idsOf(memories: Memories): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, content } of memories.values()) ids.set(content, [...(ids.get(content) ?? []), id]);
  return ids;
}

import * as fc from 'fast-check';
import { FakeChangeFeed } from '../../test/support/fake-change-feed';
import { IndexCache } from './index-cache';
import { ACTIVE, query } from '../../test/support/index-samples';

const NAMESPACES = ['red', 'green'] as const;
const WORDS = ['kilo', 'lima', 'zulu'] as const;
const IDS = ['a', 'b', 'c', 'd'] as const;
/** Documents that make the indexes alike in size, whatever else they hold. */
const BALLAST = 40;

type Step =
  | { kind: 'write'; namespace: string; id: string; word: string }
  | { kind: 'delete' | 'expire'; namespace: string; id: string }
  | { kind: 'search'; namespace: string; word: string; withVersion: boolean }
  | { kind: 'drop' | 'warm'; namespace: string };

/** A content of one active document and the steps from and until which it stood. */
interface Version {
  word: string;
  from: number;
  until: number;
}

const namespace = fc.constantFrom(...NAMESPACES);
const id = fc.constantFrom(...IDS);
const word = fc.constantFrom(...WORDS);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write'), namespace, id, word }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('delete', 'expire'), namespace, id }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('search'), namespace, word, withVersion: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('drop', 'warm'), namespace }) },
);

/** Each with the number of readings that end before the next step begins. */
const steps = fc.array(fc.tuple(step, fc.nat({ max: 4 })), { minLength: 10, maxLength: 60 });

/** A feed and a cache over it, and when each document held which word. */
class Run {
  readonly feed = new FakeChangeFeed();
  readonly cache: IndexCache;
  readonly faults: string[] = [];
  private readonly versions = new Map<string, Version[]>();
  private now = 0;

  constructor(maxBytes: number) {
    this.cache = new IndexCache(this.feed, { maxBytes });
    for (const name of NAMESPACES) {
      this.feed.create(name);
      for (let n = 0; n < BALLAST; n++) this.feed.write(name, `ballast${n}`, `ballast word${n}`);
    }
  }

  async take(taken: Step): Promise<void> {
    const { kind, namespace } = taken;
    this.now++;
    if (kind === 'write') this.write(namespace, taken.id, taken.word);
    else if (kind === 'delete') this.delete(namespace, taken.id);
    else if (kind === 'expire') this.expire(namespace, taken.id);
    else if (kind === 'search') await this.search(namespace, taken.word, taken.withVersion);
    else if (kind === 'warm') await this.cache.warm(namespace);
    else this.cache.drop(namespace);
  }

  private write(namespace: string, id: string, text: string): void {
    this.end(namespace, id);
    this.feed.write(namespace, id, text);
    this.versionsOf(namespace, id).push({ word: text, from: this.now, until: Infinity });
  }

  private delete(namespace: string, id: string): void {
    this.end(namespace, id);
    this.feed.delete(namespace, id);
  }

  private expire(namespace: string, id: string): void {
    this.end(namespace, id);
    this.feed.expire(namespace, id);
  }

  private end(namespace: string, id: string): void {
    const last = this.versionsOf(namespace, id).at(-1);
    if (last?.until === Infinity) last.until = this.now;
  }

  private async search(namespace: string, text: string, withVersion: boolean): Promise<void> {
    const since = this.now;
    const version = withVersion ? this.feed.version(namespace) : null;
    const { hits } = await this.cache.search(namespace, query(text, { filter: ACTIVE }), version);
    const found = new Set(hits.map((hit) => hit.id));
    for (const each of IDS) {
      const versions = this.versionsOf(namespace, each).filter(({ until }) => until > since);
      const mayHold = versions.some((version) => version.word === text);
      const mustHold =
        versions.length === 1 && mayHold && versions[0]!.from <= since && versions[0]!.until === Infinity;
      if (mustHold && !found.has(each)) this.faults.push(`${namespace}/${each} was missed by ${text}`);
      if (!mayHold && found.has(each)) this.faults.push(`${namespace}/${each} was found by ${text}`);
    }
    if (hits.length > IDS.length) this.faults.push(`${hits.length} hits for ${text}`);
  }

  private versionsOf(namespace: string, id: string): Version[] {
    const key = `${namespace}/${id}`;
    const versions = this.versions.get(key) ?? [];
    this.versions.set(key, versions);
    return versions;
  }
}

/** Steps begin in their order, and each reading of the feed is answered whenever the schedule has it so. */
async function run(
  taken: readonly [Step, number][],
  scheduler: fc.Scheduler,
  maxBytes: number,
): Promise<Run> {
  const started = new Run(maxBytes);
  started.feed.beforeAnswer = (call) => scheduler.schedule(Promise.resolve(), call);
  const under: Promise<void>[] = [];
  for (const [each, readings] of taken) {
    under.push(started.take(each));
    for (let n = 0; n < readings; n++) await endOne(scheduler);
  }
  await scheduler.waitFor(Promise.all(under));
  return started;
}

async function endOne(scheduler: fc.Scheduler): Promise<void> {
  // What the last one let go on comes to its next reading first.
  await new Promise<void>((resolve) => setImmediate(resolve));
  if (scheduler.count() > 0) await scheduler.waitOne();
}

async function bytesOfOneIndex(): Promise<number> {
  const { cache } = new Run(2 ** 30);
  await cache.warm(NAMESPACES[0]);
  return cache.stats().bytes;
}

describe('IndexCache under any order of readings, writes and searches', () => {
  it.each([
    ['all indexes', 10],
    ['one index', 1.5],
    ['no index', 0.5],
  ])(
    'finds what was written before a search and nothing that was gone, with room for %s',
    async (_, room) => {
      const maxBytes = Math.round((await bytesOfOneIndex()) * room);
      await fc.assert(
        fc.asyncProperty(steps, fc.scheduler(), async (taken, s) => {
          const { faults, cache } = await run(taken, s, maxBytes);
          expect(faults).toEqual([]);
          const { namespaces, bytes } = cache.stats();
          expect(namespaces <= 1 || bytes <= maxBytes).toBe(true);
        }),
        { numRuns: 60 },
      );
    },
  );
});

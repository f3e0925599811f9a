import request from 'supertest';
import { isStorable } from '../src/common/text';
import { activate, newSession, type TestSession } from './support/agents';
import { newTestStore, type TestStore } from './support/database';
import { hostileTexts } from './support/hostile-texts';
import { eventually } from './support/eventually';
import { describeEmbedded } from './support/on-prem';
import { startTestApp, type TestApp } from './support/test-app';

/** Of each text, cut at another place: some 250 memories. */
const COPIES = 5;
const BATCH = 50;
const SAMPLE_MS = 10;
/** Before the build, to know the machine. */
const IDLE_SAMPLES = 50;
/**
 * A build that does not pause waits for seconds. The rest is for busy machines, and for the client in the same process;
 * `npm run test:attack` measures the event loop of a service in a process of its own.
 */
const MOST_MS = 1_000;

const contents = Object.values(hostileTexts(10_000))
  .filter((text) => isStorable(text) && text.trim() !== '')
  .flatMap((text) =>
    Array.from({ length: COPIES }, (_, copy) => `memory ${copy} ${text.slice(copy * 7 + 20)}`),
  )
  .map((content) => content.toWellFormed());

interface Sampled {
  waits: number[];
  stop(): Promise<void>;
}

/** How long `/live` takes, asked again and again. */
function sampleLive(app: TestApp): Sampled {
  const waits: number[] = [];
  let isStopped = false;
  const asking = (async () => {
    while (!isStopped) {
      const start = performance.now();
      await request(app.url).get('/live').expect(200);
      waits.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  return {
    waits,
    stop: () => {
      isStopped = true;
      return asking;
    },
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function found(session: TestSession, query: string): Promise<number> {
  const { body } = await session.call('post', 'recall').send({ query, limit: 5 }).expect(200);
  return (body as { memories: unknown[] }).memories.length;
}

describeEmbedded('an agent with hundreds of hostile memories', () => {
  let store: TestStore;
  let app: TestApp;

  beforeAll(async () => {
    store = await newTestStore();
    const former = await startTestApp({ store, alone: true });
    const session = await newSession(former, 'attacked');
    for (let at = 0; at < contents.length; at += BATCH) {
      const memories = contents.slice(at, at + BATCH).map((content) => ({ content, type: 'fact' }));
      await session.call('post', 'batch-remember').send({ memories }).expect(200);
    }
    await former.close();
    app = await startTestApp({ store, alone: true });
  });
  afterAll(async () => {
    await app.close();
    await store.remove();
  });

  it('does not hold the event loop while its index is built after a restart', async () => {
    const idle = sampleLive(app);
    await eventually(
      async () => idle.waits.length,
      (samples) => samples >= IDLE_SAMPLES,
    );
    await idle.stop();
    const idleP99 = percentile(idle.waits, 0.99);
    const sampled = sampleLive(app);
    const start = performance.now();
    // This begins the build.
    const session = await activate(app, 'attacked');
    expect(await found(session, 'memory')).toBe(5);
    const took = performance.now() - start;
    await sampled.stop();
    const p99 = percentile(sampled.waits, 0.99);
    const figures = `${contents.length} memories, first recall ${took.toFixed(0)} ms, /live p99 ${p99.toFixed(0)} ms`;
    process.stdout.write(
      `${figures}, longest ${Math.max(...sampled.waits).toFixed(0)} ms, p99 before ${idleP99.toFixed(0)} ms\n`,
    );
    expect(sampled.waits.length).toBeGreaterThan(5);
    expect(p99).toBeLessThan(Math.max(MOST_MS, 4 * idleP99));
  });
});

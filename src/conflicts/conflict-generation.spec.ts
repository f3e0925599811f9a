import { toUtcDay } from '../common/utc-dates';
import { Env } from '../config/env';
import { ConflictGeneration } from './conflict-generation.service';
import type { ConflictRun } from './conflict-run.service';
import type { Watcher } from './generation';
import type { GenerationSlots } from './generation-slots.service';

const REQUEST = { agentId: 'a', namespace: 'n', day: toUtcDay('2026-05-01', new Date())! };
const slots = { hold: (_agent: string, _signal: AbortSignal, work: () => Promise<unknown>) => work() };

function generationWith(run: (signal: AbortSignal) => Promise<unknown>, limitMs: number): ConflictGeneration {
  const runs = { run: (_request: unknown, { signal }: Watcher) => run(signal) };
  const env = Object.assign(new Env(), { CONFLICT_RUN_TIMEOUT_MS: limitMs });
  return new ConflictGeneration(runs as unknown as ConflictRun, slots as unknown as GenerationSlots, env);
}

/** Goes on until it is stopped. */
const endless = (signal: AbortSignal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

const watcherOf = ({ signal }: AbortController): Watcher => ({ signal, tell: () => undefined });

describe('a conflict run', () => {
  it('has ten minutes unless set', () => {
    expect(new Env().CONFLICT_RUN_TIMEOUT_MS).toBe(600_000);
  });

  it('is stopped when it takes too long, and says so', async () => {
    const run = generationWith(endless, 20).generate(REQUEST, watcherOf(new AbortController()));
    await expect(run).rejects.toMatchObject({ code: 'ConflictRunTimeout', fields: { limit_ms: 20 } });
  });

  it('is stopped with the reason of its client', async () => {
    const client = new AbortController();
    const run = generationWith(endless, 10_000).generate(REQUEST, watcherOf(client));
    client.abort();
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('fails as its work fails', async () => {
    const run = generationWith(() => Promise.reject(new TypeError('Broken')), 10_000);
    await expect(run.generate(REQUEST, watcherOf(new AbortController()))).rejects.toThrow('Broken');
  });
});

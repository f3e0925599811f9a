import { Registry } from 'prom-client';
import { sweepMetrics, countSweep } from './counters';

/** The values of a registry by name. They count since the process began. */
async function samplesOf(registry: Registry): Promise<Map<string, number>> {
  const lines = (await registry.metrics()).split('\n').filter((line) => /^\w/.test(line));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

describe('sweepMetrics', () => {
  it('counts runs by kind, cause and status, and memories over all statuses, also when read twice', async () => {
    const registry = new Registry();
    sweepMetrics(registry);
    const before = await samplesOf(registry);
    countSweep({ kind: 'sweep', cause: 'manual', status: 'completed', changed: 3 });
    countSweep({ kind: 'sweep', cause: 'manual', status: 'completed', changed: 4 });
    countSweep({ kind: 'sweep', cause: 'manual', status: 'failed', changed: 0 });
    countSweep({ kind: 'purge', cause: 'nightly', status: 'completed', changed: 1 });
    await registry.metrics();
    const grown = [...(await samplesOf(registry))].map(
      ([name, value]) => [name, value - (before.get(name) ?? 0)] as const,
    );
    const lines = grown.filter(([, more]) => more > 0).map(([name, more]) => `${name} ${more}`);
    expect(lines.sort()).toEqual([
      'sweeps_total{kind="purge",cause="nightly",status="completed"} 1',
      'sweeps_total{kind="sweep",cause="manual",status="completed"} 2',
      'sweeps_total{kind="sweep",cause="manual",status="failed"} 1',
      'swept_memories_total{kind="purge",cause="nightly"} 1',
      'swept_memories_total{kind="sweep",cause="manual"} 7',
    ]);
  });
});

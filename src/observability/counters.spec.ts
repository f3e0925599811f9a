import { Registry } from 'prom-client';
import { sweepMetrics, countSweep } from './counters';

describe('sweepMetrics', () => {
  it('counts runs by kind, cause and status, and memories over all statuses, also when read twice', async () => {
    const registry = new Registry();
    sweepMetrics(registry);
    countSweep({ kind: 'sweep', cause: 'manual', status: 'completed', changed: 3 });
    countSweep({ kind: 'sweep', cause: 'manual', status: 'completed', changed: 4 });
    countSweep({ kind: 'sweep', cause: 'manual', status: 'failed', changed: 0 });
    countSweep({ kind: 'purge', cause: 'nightly', status: 'completed', changed: 1 });
    await registry.metrics();
    const lines = (await registry.metrics()).split('\n').filter((line) => /^\w/.test(line));
    expect(lines.sort()).toEqual([
      'sweeps_total{kind="purge",cause="nightly",status="completed"} 1',
      'sweeps_total{kind="sweep",cause="manual",status="completed"} 2',
      'sweeps_total{kind="sweep",cause="manual",status="failed"} 1',
      'swept_memories_total{kind="purge",cause="nightly"} 1',
      'swept_memories_total{kind="sweep",cause="manual"} 7',
    ]);
  });
});

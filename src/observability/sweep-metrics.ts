import { Counter, type Registry } from 'prom-client';
import { sweepCounts } from './sweep-usage';

/** Sweeps and purges of agents that this process ended, whoever asked for them, and the memories they changed. */
export function sweepMetrics(registry: Registry): void {
  const registers = [registry];
  new Counter({
    name: 'sweeps_total',
    help: 'Sweeps and purges of an agent.',
    labelNames: ['kind', 'cause', 'status'],
    registers,
    collect() {
      this.reset();
      for (const { kind, cause, status, runs } of sweepCounts()) this.inc({ kind, cause, status }, runs);
    },
  });
  new Counter({
    name: 'swept_memories_total',
    help: 'Memories that sweeps expired, and purges deleted.',
    labelNames: ['kind', 'cause'],
    registers,
    collect() {
      this.reset();
      for (const { kind, cause, changed } of sweepCounts()) this.inc({ kind, cause }, changed);
    },
  });
}

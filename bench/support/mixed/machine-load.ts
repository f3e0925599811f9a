import { cpus } from 'node:os';
import type { DatabaseCpu } from './database-cpu';

/** Processor time of all processes of the machine, in seconds. */
function busySeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;
}

/** Cores in use since it was made. */
export class MachineLoad {
  private readonly began = performance.now();
  private readonly own = process.cpuUsage();
  private readonly busy = busySeconds();
  private readonly databaseBefore: number;

  constructor(private readonly database: DatabaseCpu) {
    this.databaseBefore = database.seconds() ?? 0;
  }

  /** `driver`: by this process; `machine`: by everything. */
  read(): { driver: number; database: number; machine: number } {
    const seconds = (performance.now() - this.began) / 1000;
    const { user, system } = process.cpuUsage(this.own);
    return {
      driver: (user + system) / 1e6 / seconds,
      database: ((this.database.seconds() ?? 0) - this.databaseBefore) / seconds,
      machine: (busySeconds() - this.busy) / seconds,
    };
  }
}

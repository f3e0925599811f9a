import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { DatabaseCpu } from './database-cpu';

/** Processor time of all processes of the machine, in seconds. */
function busySeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;
}

/** Of `/proc/stat`, in a second. */
const TICKS = 100;
const STOLEN = 7;

/** For which the host of a virtual machine let its processors wait, all together; 0 where the system does not tell. */
export function stolenSeconds(read: () => string = () => readFileSync('/proc/stat', 'utf8')): number {
  try {
    const [, ...times] = read().split('\n', 1)[0]?.trim().split(/\s+/) ?? [];
    return Number(times[STOLEN] ?? 0) / TICKS;
  } catch {
    return 0;
  }
}

/** Cores in use since it was made. */
export class MachineLoad {
  private readonly began = performance.now();
  private readonly own = process.cpuUsage();
  private readonly busy = busySeconds();
  private readonly stolen = stolenSeconds();
  private readonly databaseBefore: number;

  constructor(private readonly database: DatabaseCpu) {
    this.databaseBefore = database.seconds() ?? 0;
  }

  /** `driver`: by this process; `machine`: by everything; `stolen`: by other machines of the same host. */
  read(): { driver: number; database: number; machine: number; stolen: number } {
    const seconds = (performance.now() - this.began) / 1000;
    const { user, system } = process.cpuUsage(this.own);
    return {
      driver: (user + system) / 1e6 / seconds,
      database: ((this.database.seconds() ?? 0) - this.databaseBefore) / seconds,
      machine: (busySeconds() - this.busy) / seconds,
      stolen: (stolenSeconds() - this.stolen) / seconds,
    };
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { runStatement } from '../fresh-database';

/** Of `/proc`, on every Linux that Node runs on. */
const TICKS_A_SECOND = 100;

interface ProcessTimes {
  parent: number;
  /** Its own processor time, and that of its children that have ended; seconds. */
  own: number;
  ended: number;
}

/** The processor time of a PostgreSQL server with all its processes, where it runs on this machine. */
export class DatabaseCpu {
  private constructor(private readonly postmaster: number | null) {}

  static async of(serverUrl: string): Promise<DatabaseCpu> {
    const { hostname } = new URL(serverUrl);
    const isHere = hostname === 'localhost' || hostname === '127.0.0.1';
    return new DatabaseCpu(isHere ? await postmasterOf(serverUrl) : null);
  }

  /** Seconds since the server started; null where it is unknown. */
  seconds(): number | null {
    if (this.postmaster === null) return null;
    const main = timesOf(this.postmaster);
    if (main === null) return null;
    return processIds().reduce((sum, pid) => {
      const times = timesOf(pid);
      return times?.parent === this.postmaster ? sum + times.own : sum;
    }, main.own + main.ended);
  }
}

/** The server writes its process id into the first line of a file of its data directory. */
async function postmasterOf(serverUrl: string): Promise<number | null> {
  const [row] = await runStatement(
    serverUrl,
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`,
  ).catch(() => []);
  const pid = Number(row?.pid);
  return Number.isInteger(pid) && timesOf(pid) !== null ? pid : null;
}

function processIds(): number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
}

/** Null when there is no such process, or no `/proc`. */
function timesOf(pid: number): ProcessTimes | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name, in parentheses, may hold spaces. See proc(5): from the third field on.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return {
    parent: Number(fields[1]),
    own: (user + system) / TICKS_A_SECOND,
    ended: (endedUser + endedSystem) / TICKS_A_SECOND,
  };
}

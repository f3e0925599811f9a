import { readFileSync } from 'node:fs';

const NANOSECONDS = 1e6;
/** `USER_HZ`, which is 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Milliseconds that the main thread of a process has run on a processor; null where the system does not say. */
export function mainThreadMs(pid: number): number | null {
  const field = readProc(`/proc/${pid}/task/${pid}/schedstat`)?.split(' ')[0];
  return field === undefined ? null : Number(field) / NANOSECONDS;
}

/** Milliseconds that all threads of a process have run, in steps of 10. */
export function processMs(pid: number): number | null {
  // The name in brackets may hold spaces; utime and stime are the 14th and 15th field of proc_pid_stat(5).
  const fields = readProc(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');
  if (fields === undefined) return null;
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number | null {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readProc(`/proc/${pid}/status`) ?? '')?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** The most that the resident memory of a process is above `before` within `ms`, in MB. */
export async function mostGrowth({ pid }: { pid: number }, before: number, ms: number): Promise<number> {
  let most = 0;
  for (const until = Date.now() + ms; Date.now() < until;) {
    most = Math.max(most, (residentMb(pid) ?? 0) - before);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return most;
}

const REST_MS = 100;
const LOOK_MS = 1_000;

/**
 * Waits until a process has nothing left to do: it ran less than `REST_MS` in a second. After `limitMs` at the latest, and
 * at once where the system does not say.
 */
export async function atRest({ pid }: { pid: number }, limitMs: number): Promise<void> {
  const until = Date.now() + limitMs;
  let before = processMs(pid);
  while (before !== null && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const now = processMs(pid);
    if (now === null || now - before < REST_MS) return;
    before = now;
  }
}

function readProc(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

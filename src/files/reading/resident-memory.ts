import { readFile } from 'node:fs/promises';

/** Bytes of a process that are in RAM; null where the system does not tell, or the process has ended. */
export async function residentMemory(pid: number): Promise<number | null> {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

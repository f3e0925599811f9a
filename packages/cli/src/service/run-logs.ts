import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { EXIT, Failure } from '../failure.ts';
import { printable } from '../output.ts';
import { getService, logFile } from './service-process.ts';

const STEP_MS = 300;
/** The end of a long log. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Prints the last lines of the log; with `follow`, also those that come, until a signal. */
export async function runLogs({ lines, follow }: { lines: number; follow: boolean }): Promise<void> {
  const file = logFile(getService());
  if (!existsSync(file) && !follow) {
    throw new Failure(
      `There is no log at ${file}: no service was started in the background.`,
      EXIT.notFound,
      'NoLog',
    );
  }
  const size = existsSync(file) ? statSync(file).size : 0;
  const end = existsSync(file) ? readEnd(file, size) : '';
  const last = end.split('\n').slice(-lines - 1);
  process.stdout.write(printable(last.join('\n')));
  if (follow) await followFrom(file, size);
}

function readEnd(file: string, size: number): string {
  if (size <= MOST_BYTES) return readFileSync(file, 'utf8');
  return readFrom(file, size - MOST_BYTES).text;
}

/** A new start of the service begins a new file. */
async function followFrom(file: string, from: number): Promise<never> {
  let [position, inode] = [from, existsSync(file) ? statSync(file).ino : 0];
  for (;;) {
    await pause(STEP_MS);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (stat.ino !== inode || stat.size < position) [position, inode] = [0, stat.ino];
    const { text, end } = readFrom(file, position);
    process.stdout.write(printable(text));
    position = end;
  }
}

function readFrom(file: string, from: number): { text: string; end: number } {
  const descriptor = openSync(file, 'r');
  try {
    const length = Math.max(0, fstatSync(descriptor).size - from);
    const buffer = Buffer.alloc(Math.min(length, MOST_BYTES));
    const read = readSync(descriptor, buffer, 0, buffer.length, from);
    return { text: buffer.toString('utf8', 0, read), end: from + read };
  } finally {
    closeSync(descriptor);
  }
}

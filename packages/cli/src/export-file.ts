import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import type { Opened } from './context.ts';
import { Failure, usageError } from './failure.ts';
import { isJson, printNote, printResult } from './output.ts';
import { bytesText, withProgress } from './progress.ts';
import { ensureRegularOrMissing } from './regular-file.ts';

/** Bytes at the end that are kept to see whether the last line is the end of an export. */
const TAIL_BYTES = 200;
const END_LINE = /\{"kind":"end","lines":(\d+)\}\n$/;

interface Written {
  bytes: number;
  lines: number;
}

/** Writes an export to a file, which appears when it is whole, or to stdout. */
export async function exportTo(file: string | undefined, opened: Opened, command: Command): Promise<void> {
  if (file === undefined && isJson(command)) {
    throw usageError('Give a file with --json: without one, stdout gets the export itself.');
  }
  const { agent } = opened.scope;
  const written = await (file === undefined ? write(process.stdout, opened) : writeFile(file, opened));
  const done = `Exported ${agent}: ${written.lines} lines, ${bytesText(written.bytes)}`;
  if (file === undefined) printNote(`${done}.`);
  else printResult(command, { agent, file: path.resolve(file), ...written }, () => `${done}, to ${file}.`);
}

async function writeFile(file: string, opened: Opened): Promise<Written> {
  ensureReplaceable(file);
  const unfinished = `${file}.${process.pid}.unfinished`;
  // It holds everything that the agent remembers, so no link in its place is followed.
  const stream = createWriteStream(unfinished, { mode: 0o600, flags: 'wx' });
  try {
    await once(stream, 'open');
    const written = await write(stream, opened);
    stream.end();
    await once(stream, 'close');
    await rename(unfinished, file);
    return written;
  } catch (error) {
    stream.destroy();
    await rm(unfinished, { force: true });
    throw writeFault(file, error);
  }
}

/** A usage error that names the file or folder, for an error of the file system; another error as it is. */
export function writeFault(place: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  const isRefused = code !== undefined && /^E[A-Z]+$/.test(code);
  return isRefused ? usageError(`${place} cannot be written: ${message}`) : error;
}

/** Renaming the finished file would replace a device or a pipe. */
function ensureReplaceable(file: string): void {
  try {
    ensureRegularOrMissing(file);
  } catch (error) {
    throw usageError(`${file} cannot be written: ${(error as Error).message}.`);
  }
}

function write(stream: Writable, { memory, scope }: Opened): Promise<Written> {
  return withProgress('Exporting', async (progress) => {
    let bytes = 0;
    let tail = Buffer.alloc(0);
    for await (const piece of memory.export(scope.agent)) {
      bytes += piece.length;
      tail = Buffer.concat([tail, piece.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
      if (!stream.write(piece)) await once(stream, 'drain');
      progress.update(bytes, null);
    }
    const lines = Number(END_LINE.exec(tail.toString())?.[1] ?? NaN);
    if (Number.isNaN(lines)) throw new Failure('The export broke off before it was whole: try again.');
    return { bytes, lines: lines + 1 };
  });
}

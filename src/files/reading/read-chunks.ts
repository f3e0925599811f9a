import type { Chunk } from '../chunk';
import { UnreadableFile } from '../unreadable-file';
import type { ReaderLine } from './reader-line';
import type { ReaderLimits } from './reader-limits';
import { ReaderProcess } from './reader-process';

const READER = require.resolve('./read-file.child');

/**
 * What the file at `path` says, in order, read by a process of its own, which reads on while what it gave is taken.
 * Throws UnreadableFile, ReaderFailure, and the signal's reason when it is aborted. A name tells the kind of the file
 * and nothing else. `script` is what reads.
 */
export async function* readChunks(
  file: { path: string; fileName: string },
  limits: ReaderLimits,
  signal: AbortSignal,
  script: string = READER,
): AsyncGenerator<Chunk> {
  signal.throwIfAborted();
  const reader = new ReaderProcess(script, [file.path, file.fileName], limits);
  const stop = () => void reader.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const line of linesOf(reader)) {
      const told = JSON.parse(line) as ReaderLine;
      if ('chunk' in told) yield told.chunk;
      else if ('unreadable' in told) throw new UnreadableFile(told.unreadable);
      else return;
    }
    signal.throwIfAborted();
    throw await reader.failure();
  } finally {
    signal.removeEventListener('abort', stop);
    await reader.stop();
  }
}

/** Without the last one where that is not whole. */
async function* linesOf(reader: ReaderProcess): AsyncGenerator<string> {
  const pieces = reader.lines.setEncoding('utf8').iterator({ destroyOnReturn: true });
  let rest = '';
  for (;;) {
    // One whose process was killed ends like any other.
    const piece = await reader.waitFor(pieces.next()).catch(() => ({ done: true, value: '' }) as const);
    if (piece.done) return;
    const lines = (rest + String(piece.value)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

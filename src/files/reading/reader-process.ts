import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ScreeningPolicy } from '../../screening/screen-fields';
import { countSecrets, type KindCount } from '../../screening/secret-counts';
import { type Chunk, UnreadableFile } from '../file-content';

export interface ReaderLimits {
  /** In MiB, for the whole process. */
  memoryMb: number;
  /** The longest time without output. */
  silenceMs: number;
}

/** A line of output, as JSON. The last line is `end` or `unreadable`. */
export type ReaderLine = { chunk: Chunk } | { end: true } | { unreadable: string } | FoundSecrets;

/** By kind; the line before the last one. */
interface FoundSecrets {
  redacted: KindCount[];
  warned: KindCount[];
}

/** Not standard output, where a library may print. */
export const LINES_FD = 3;

type ReaderFailureKind = 'memory' | 'silent' | 'crash';

/** The reading process failed. The message is for the person who uploaded the file. */
export class ReaderFailure extends Error {
  constructor(
    readonly kind: ReaderFailureKind,
    message: string,
    /** A stack for the log, without content of the file. */
    readonly trace: string | null,
  ) {
    super(message);
    this.name = 'ReaderFailure';
  }
}

const READER = require.resolve('./read-file.child');

/** The chunks of a file, read by an own process. Throws UnreadableFile, ReaderFailure and the signal's reason. */
export async function* readChunks(
  file: { path: string; fileName: string; policy: ScreeningPolicy },
  limits: ReaderLimits,
  signal: AbortSignal,
  script: string = READER,
): AsyncGenerator<Chunk> {
  signal.throwIfAborted();
  const reader = new ReaderProcess(script, [file.path, file.fileName, JSON.stringify(file.policy)], limits);
  const stop = () => void reader.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const line of linesOf(reader)) {
      const output = JSON.parse(line) as ReaderLine;
      if ('chunk' in output) yield output.chunk;
      else if ('redacted' in output) count(output);
      else if ('unreadable' in output) throw new UnreadableFile(output.unreadable);
      else return;
    }
    signal.throwIfAborted();
    throw await reader.failure();
  } finally {
    signal.removeEventListener('abort', stop);
    await reader.stop();
  }
}

function count({ redacted, warned }: FoundSecrets): void {
  countSecrets('redacted', redacted);
  countSecrets('warned', warned);
}

/** Leaves out an incomplete last line. */
async function* linesOf(reader: ReaderProcess): AsyncGenerator<string> {
  const pieces = reader.lines.setEncoding('utf8').iterator({ destroyOnReturn: true });
  let rest = '';
  for (;;) {
    // The stream of a killed process fails.
    const piece = await reader.waitFor(pieces.next()).catch(() => ({ done: true, value: '' }) as const);
    if (piece.done) return;
    const lines = (rest + String(piece.value)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

const MEBIBYTE = 1_048_576;
/** The share of the memory for the JavaScript heap; the rest is for buffers and native code. */
const HEAP_SHARE = 0.75;
const WATCH_MS = 250;
const KEPT_OUTPUT = 8_000;
const OUT_OF_HEAP = /heap out of memory|Allocation failed|Array buffer allocation failed/;

/** Reads one file. It has no environment variables, and is killed when it uses too much memory or time. */
class ReaderProcess {
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;
  private readonly watch: NodeJS.Timeout;
  private timer: NodeJS.Timeout | undefined;
  private killedFor: ReaderFailureKind | null = null;
  private printed = '';

  constructor(
    script: string,
    args: readonly string[],
    private readonly limits: ReaderLimits,
  ) {
    const heap = Math.floor(limits.memoryMb * HEAP_SHARE);
    this.child = spawn(
      process.execPath,
      [...hooksOf(script), `--max-old-space-size=${heap}`, script, ...args],
      { env: {}, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] },
    );
    // A process that cannot be started emits `error` only.
    this.ended = once(this.child, 'close').catch(() => undefined);
    this.child.on('error', () => undefined);
    this.child.stdin?.on('error', () => undefined);
    this.child.stderr?.on('data', (data: Buffer) => {
      this.printed = (this.printed + data.toString()).slice(-KEPT_OUTPUT);
    });
    this.watch = setInterval(() => void this.checkMemory(), WATCH_MS).unref();
  }

  get lines(): Readable {
    return this.child.stdio[LINES_FD] as Readable;
  }

  /** Kills the process when `next` takes too long. */
  async waitFor<T>(next: Promise<T>): Promise<T> {
    this.timer = setTimeout(() => this.kill('silent'), this.limits.silenceMs);
    try {
      return await next;
    } finally {
      clearTimeout(this.timer);
    }
  }

  /** Kills the process and waits for its end. */
  async stop(): Promise<void> {
    clearInterval(this.watch);
    this.child.kill('SIGKILL');
    // `close` comes only after the output was read or dropped.
    this.lines.destroy();
    await this.ended;
  }

  async failure(): Promise<ReaderFailure> {
    await this.stop();
    const trace = this.printed.trim() || null;
    const isOutOfHeap = this.child.signalCode === 'SIGABRT' || OUT_OF_HEAP.test(this.printed);
    const kind = this.killedFor ?? (isOutOfHeap ? 'memory' : 'crash');
    return new ReaderFailure(kind, this.messageOf(kind), trace);
  }

  private messageOf(kind: ReaderFailureKind): string {
    const { memoryMb, silenceMs } = this.limits;
    switch (kind) {
      case 'memory':
        return `The file needs more memory than ${memoryMb} MB to read`;
      case 'silent':
        return `Reading the file was stopped: there was no output for ${Math.ceil(silenceMs / 1_000)} s`;
      case 'crash':
        return 'The file could not be read: it may be damaged';
      default:
        return kind satisfies never;
    }
  }

  private async checkMemory(): Promise<void> {
    const bytes = this.child.pid === undefined ? null : await residentMemory(this.child.pid);
    if (bytes !== null && bytes > this.limits.memoryMb * MEBIBYTE) this.kill('memory');
  }

  private kill(reason: ReaderFailureKind): void {
    this.killedFor ??= reason;
    this.child.kill('SIGKILL');
  }
}

/** The loader for a script that is not compiled. */
function hooksOf(script: string): string[] {
  return script.endsWith('.ts') ? ['--require', require.resolve('../../../scripts/typescript-hook.cjs')] : [];
}

/** The resident memory in bytes; null if the system does not report it, or the process has ended. */
async function residentMemory(pid: number): Promise<number | null> {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

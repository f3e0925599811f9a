import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { LINES_FD } from './reader-line';
import type { ReaderLimits } from './reader-limits';
import { ReaderFailure, type ReaderFailureKind } from './reader-failure';
import { residentMemory } from './resident-memory';

const MEBIBYTE = 1_048_576;
/** Of what a reader may have; the rest is for what does not lie on the heap of JavaScript. */
const HEAP_SHARE = 0.75;
const WATCH_MS = 250;
const KEPT_OUTPUT = 8_000;
const OUT_OF_HEAP = /heap out of memory|Allocation failed|Array buffer allocation failed/;

/** The process that reads one file: it knows no secrets, and is killed when it takes too much memory or time. */
export class ReaderProcess {
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
    // Also when it could not be started.
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

  /** Waits for what the process does next, for as long as it may take. */
  async waitFor<T>(next: Promise<T>): Promise<T> {
    this.timer = setTimeout(() => this.kill('silent'), this.limits.silenceMs);
    try {
      return await next;
    } finally {
      clearTimeout(this.timer);
    }
  }

  /** Ends it by force; nothing of it runs any more when this resolves. */
  async stop(): Promise<void> {
    clearInterval(this.watch);
    this.child.kill('SIGKILL');
    // It is not closed before what it said is read, or dropped.
    this.lines.destroy();
    await this.ended;
  }

  /** Why it ended before its time. */
  async failure(): Promise<ReaderFailure> {
    await this.stop();
    const trace = this.printed.trim() || null;
    const isOutOfHeap = this.child.signalCode === 'SIGABRT' || OUT_OF_HEAP.test(this.printed);
    const kind = this.killedFor ?? (isOutOfHeap ? 'memory' : 'crash');
    return new ReaderFailure(kind, this.told(kind), trace);
  }

  private told(kind: ReaderFailureKind): string {
    const { memoryMb, silenceMs } = this.limits;
    switch (kind) {
      case 'memory':
        return `The file needs more memory than ${memoryMb} MB to read`;
      case 'silent':
        return `Reading the file was given up: for ${Math.ceil(silenceMs / 1_000)} s nothing came of it`;
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

/** What Node needs to run a script that is not compiled; settings of the service's own process are not handed on. */
function hooksOf(script: string): string[] {
  return script.endsWith('.ts') ? ['--require', require.resolve('@swc-node/register')] : [];
}

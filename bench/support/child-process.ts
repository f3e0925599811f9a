import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const KEPT_OUTPUT = 20_000;
const STOP_LIMIT_MS = 15_000;

/** A process of the benchmark, with the end of what it printed at hand for when it fails. */
export class Child {
  private printed = '';
  private endIsKnown = false;

  private constructor(
    private readonly name: string,
    readonly process: ChildProcess,
  ) {
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.printed = (this.printed + chunk.toString()).slice(-KEPT_OUTPUT);
      });
    }
    process.on('error', (error) => {
      this.printed += `${String(error)}\n`;
    });
    // 'close' comes after the last output, unlike 'exit'.
    process.on('close', () => {
      if (!this.endIsKnown) console.error(this.obituary());
    });
  }

  /** Its own process group, so that Ctrl-C reaches only the benchmark, which then stops it in good order. */
  static start(name: string, program: string, args: readonly string[], options: SpawnOptions = {}): Child {
    const stdio = options.stdio ?? ['ignore', 'pipe', 'pipe'];
    return new Child(name, spawn(program, args, { ...options, stdio, detached: true }));
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.pid === 0 || this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** Throws, with what it printed, when the process has ended. */
  assertRunning(): void {
    if (!this.hasEnded) return;
    this.endIsKnown = true;
    throw new Error(this.obituary());
  }

  /** Asks it to end, and ends it by force when it does not within 15 s. */
  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<void> {
    this.endIsKnown = true;
    if (this.hasEnded) return;
    const ended = once(this.process, 'exit');
    this.process.kill(signal);
    const waiting = new AbortController();
    const limit = pause(STOP_LIMIT_MS, 'late', { signal: waiting.signal }).catch(() => 'stopped');
    if ((await Promise.race([ended, limit])) === 'late') {
      this.process.kill('SIGKILL');
      await ended;
    }
    waiting.abort();
  }

  /** Ends it by force, in the middle of what it does. */
  async kill(): Promise<void> {
    this.endIsKnown = true;
    if (this.hasEnded) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }

  private obituary(): string {
    const how = this.process.exitCode ?? this.process.signalCode ?? 'not started';
    return `${this.name} ended (${how}):\n${this.printed}`;
  }
}

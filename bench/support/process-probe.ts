import { once } from 'node:events';
import { join } from 'node:path';
import type { Child } from './child-process';

/** To be preloaded into a server that is started with an IPC channel. */
export const PROBE_FILE = join(__dirname, 'preloaded-probe.js');

/** How late the event loop was, milliseconds. */
export interface LoopDelays {
  p50: number;
  p99: number;
  max: number;
}

export interface Readings {
  delays: LoopDelays;
  /** Processor time of the process, user and system. */
  cpuSeconds: number;
}

interface Answer {
  ask: string;
  value?: unknown;
  error?: string;
}

/** Asks the probe inside a server. */
export class ProcessProbe {
  constructor(private readonly child: Child) {}

  async reset(): Promise<void> {
    await this.ask('reset');
  }

  /** Since the last reset. */
  async read(): Promise<Readings> {
    return (await this.ask('read')) as Readings;
  }

  /** MB of live objects, after a collection. */
  async liveHeapMegabytes(): Promise<number> {
    return ((await this.ask('live-heap')) as number) / 1e6;
  }

  async startProfile(): Promise<void> {
    await this.ask('start-profile');
  }

  /** Writes a `.cpuprofile`. */
  async stopProfile(file: string): Promise<void> {
    await this.ask('stop-profile', { file });
  }

  private async ask(ask: string, details: Record<string, string> = {}): Promise<unknown> {
    this.child.assertRunning();
    const answered = once(this.child.process, 'message');
    this.child.process.send({ ask, ...details });
    const [answer] = (await answered) as [Answer];
    if (answer.error !== undefined) throw new Error(`${ask}: ${answer.error}`);
    return answer.value;
  }
}

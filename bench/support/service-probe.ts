import { once } from 'node:events';
import { join } from 'node:path';
import type { Child } from './child-process';

/** To be preloaded into the service. */
export const PROBE_FILE = join(__dirname, 'event-loop-probe.js');

/** How late the event loop of the service was, milliseconds. */
export interface LoopDelays {
  p50: number;
  p99: number;
  max: number;
}

interface Answer {
  ask: string;
  value?: unknown;
  error?: string;
}

/** Asks the probe inside the service. */
export class ServiceProbe {
  constructor(private readonly child: Child) {}

  async resetDelays(): Promise<void> {
    await this.ask('reset-delays');
  }

  /** Since the last reset. */
  async readDelays(): Promise<LoopDelays> {
    return (await this.ask('read-delays')) as LoopDelays;
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

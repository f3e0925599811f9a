import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 20;

/** Asks a service for `/live` every 20 ms, on connections of its own, until it is stopped. */
export class LiveSampler {
  private isStopped = false;
  private readonly running: Promise<void>;
  private readonly answers: Promise<number>[] = [];

  constructor(private readonly url: string) {
    this.running = this.run();
  }

  /** How long the answers took, in milliseconds. */
  async stop(): Promise<number[]> {
    this.isStopped = true;
    await this.running;
    return Promise.all(this.answers);
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      this.answers.push(this.ask());
      await pause(STEP_MS);
    }
  }

  private async ask(): Promise<number> {
    const start = performance.now();
    const response = await fetch(`${this.url}/live`);
    await response.arrayBuffer();
    return performance.now() - start;
  }
}

import cluster from 'node:cluster';
import { Injectable } from '@nestjs/common';

/** `preparing`: requests are answered, but slowly. `stopping`: the process finishes open requests and accepts no more. */
export type ProcessPhase = 'starting' | 'preparing' | 'serving' | 'stopping';

/** The phase of the process. A worker listens while others of its port still start, and serves when all listen. */
@Injectable()
export class ProcessState {
  private current: ProcessPhase = cluster.isWorker ? 'starting' : 'serving';
  private preparations = 0;
  private readonly stopListeners: (() => void)[] = [];

  get phase(): ProcessPhase {
    return this.current === 'serving' && this.preparations > 0 ? 'preparing' : this.current;
  }

  /** The process is not ready before this ends, however it ends. */
  async prepare(work: Promise<unknown>): Promise<void> {
    this.preparations++;
    await work.catch(() => undefined);
    this.preparations--;
  }

  serve(): void {
    if (this.current === 'starting') this.current = 'serving';
  }

  stop(): void {
    this.current = 'stopping';
    for (const listener of this.stopListeners) listener();
  }

  /** Calls `listener` when the process begins to stop: for answers that do not end by themselves. */
  onStop(listener: () => void): void {
    this.stopListeners.push(listener);
  }
}

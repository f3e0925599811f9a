import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { MemoryBackend } from '../backend/memory-backend';
import { Stopping } from '../common/stopping';

const TIMEOUT_MS = 3_000;

@Injectable()
export class ProbeService {
  constructor(
    private readonly backend: MemoryBackend,
    private readonly stopping: Stopping,
  ) {}

  /** Whether the database answers in time, and the process is not told to stop. */
  async isReady(): Promise<boolean> {
    if (this.stopping.begun) return false;
    const timer = new AbortController();
    const answered = this.backend.ping().then(
      () => true,
      () => false,
    );
    const late = delay(TIMEOUT_MS, false, { signal: timer.signal }).catch(() => false);
    return Promise.race([answered, late]).finally(() => timer.abort());
  }
}

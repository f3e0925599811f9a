import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { MemoryBackend } from '../backend/memory-backend';

const TIMEOUT_MS = 3_000;

@Injectable()
export class ProbeService {
  constructor(private readonly backend: MemoryBackend) {}

  /** Whether the database answers in time. */
  async isReady(): Promise<boolean> {
    const timer = new AbortController();
    const answered = this.backend.ping().then(
      () => true,
      () => false,
    );
    const late = delay(TIMEOUT_MS, false, { signal: timer.signal }).catch(() => false);
    return Promise.race([answered, late]).finally(() => timer.abort());
  }
}

import { Injectable } from '@nestjs/common';
import { MemoryBackend } from '../backend/memory-backend';
import { answersInTime } from '../common/in-time';
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
    return answersInTime(this.backend.ping(), TIMEOUT_MS);
  }
}

import { Injectable } from '@nestjs/common';
import { MemoryStore } from '../backend/memory-store';
import { answersInTime } from '../common/in-time';
import { Stopping } from '../common/stopping';

const TIMEOUT_MS = 3_000;

@Injectable()
export class ProbeService {
  constructor(
    private readonly memories: MemoryStore,
    private readonly stopping: Stopping,
  ) {}

  /** Whether the database answers in time, and the process is not told to stop. */
  async isReady(): Promise<boolean> {
    if (this.stopping.begun) return false;
    return answersInTime(this.memories.ping(), TIMEOUT_MS);
  }
}

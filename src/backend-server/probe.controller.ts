import { Controller, Get, Header, Res, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { MemoryStore } from '../backend/memory-store';
import { answersInTime } from '../common/deadline';
import { ProcessState } from '../common/process-state';
import { PACKAGE } from '../config/package';

const TIMEOUT_MS = 3_000;

@Injectable()
export class ProbeService {
  constructor(
    private readonly memories: MemoryStore,
    private readonly state: ProcessState,
  ) {}

  /** Whether the database answers in time and the process is not stopping. */
  async isReady(): Promise<boolean> {
    if (this.state.phase === 'stopping') return false;
    return answersInTime(this.memories.ping(), TIMEOUT_MS);
  }
}

/** Needs no key. */
@Controller()
export class ProbeController {
  constructor(private readonly probes: ProbeService) {}

  @Get('health')
  @Header('Cache-Control', 'no-store')
  async health(@Res({ passthrough: true }) response: Response) {
    const isReady = await this.probes.isReady();
    if (!isReady) response.status(503);
    return { status: isReady ? 'ok' : 'error', version: PACKAGE.version };
  }
}

import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, type HealthCheckResult } from '@nestjs/terminus';
import { PACKAGE } from '../config/package';
import { BacklogsHealth } from './backlogs.health';
import { MaintenanceHealth } from './maintenance.health';
import { NeededParts } from './needed-parts.health';
import { probeResponse, type HealthResponse, type ProbeResponse } from './health.dto';

@Injectable()
export class HealthService {
  constructor(
    private readonly checks: HealthCheckService,
    private readonly needed: NeededParts,
    private readonly backlogs: BacklogsHealth,
    private readonly maintenance: MaintenanceHealth,
  ) {}

  /** Nothing but that the process answers: a dead database is no reason to restart it. */
  async live(): Promise<ProbeResponse> {
    return probeResponse(await this.run([]));
  }

  async ready(): Promise<ProbeResponse> {
    return probeResponse(await this.run(this.needed.checks));
  }

  async health(): Promise<HealthResponse> {
    const others = [this.backlogs, this.maintenance].map((part) => () => part.check());
    const result = await this.run([...this.needed.checks, ...others]);
    return {
      ...probeResponse(result),
      version: PACKAGE.version,
      uptime_seconds: Math.floor(process.uptime()),
    };
  }

  /** Terminus throws its report when a part is down; here it is an answer like any other. */
  private run(parts: Parameters<HealthCheckService['check']>[0]): Promise<HealthCheckResult> {
    return this.checks.check(parts).catch((error: unknown) => {
      if (error instanceof ServiceUnavailableException) return error.getResponse() as HealthCheckResult;
      throw error;
    });
  }
}

import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, type HealthCheckResult } from '@nestjs/terminus';
import { PACKAGE } from '../config/package';
import { BackendHealth } from './backend.health';
import { DatabaseHealth } from './database.health';
import { BacklogsHealth } from './backlogs.health';
import { MaintenanceHealth } from './maintenance.health';
import { probeResponse, type HealthResponse, type ProbeResponse } from './health.dto';

@Injectable()
export class HealthService {
  constructor(
    private readonly checks: HealthCheckService,
    private readonly database: DatabaseHealth,
    private readonly backend: BackendHealth,
    private readonly backlogs: BacklogsHealth,
    private readonly maintenance: MaintenanceHealth,
  ) {}

  /** Nothing but that the process answers: a dead database is no reason to restart it. */
  async live(): Promise<ProbeResponse> {
    return probeResponse(await this.run([]));
  }

  async ready(): Promise<ProbeResponse> {
    return probeResponse(await this.run([() => this.database.check(), () => this.backend.check()]));
  }

  async health(): Promise<HealthResponse> {
    const parts = [this.database, this.backend, this.backlogs, this.maintenance];
    const result = await this.run(parts.map((part) => () => part.check()));
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

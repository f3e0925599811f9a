import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, type HealthCheckResult, type HealthIndicatorFunction } from '@nestjs/terminus';
import { PACKAGE } from '../config/package';
import { BackgroundReports } from './background.health';
import { probeResponse, type HealthResponse, type ProbeResponse } from './health.dto';
import { ReadinessChecks } from './readiness.health';

@Injectable()
export class HealthService {
  constructor(
    private readonly checks: HealthCheckService,
    private readonly readiness: ReadinessChecks,
    private readonly background: BackgroundReports,
  ) {}

  /** Only that the process answers: restarting it does not repair a database. */
  async live(): Promise<ProbeResponse> {
    return probeResponse(await this.run([]));
  }

  async ready(): Promise<ProbeResponse> {
    return probeResponse(await this.run(this.readiness.all));
  }

  async health(): Promise<HealthResponse> {
    const result = await this.run([...this.readiness.all, ...this.background.all]);
    return {
      ...probeResponse(result),
      version: PACKAGE.version,
      uptime_seconds: Math.floor(process.uptime()),
    };
  }

  /** Terminus throws its report if a part is down. */
  private run(parts: readonly HealthIndicatorFunction[]): Promise<HealthCheckResult> {
    return this.checks.check([...parts]).catch((error: unknown) => {
      if (error instanceof ServiceUnavailableException) return error.getResponse() as HealthCheckResult;
      throw error;
    });
  }
}

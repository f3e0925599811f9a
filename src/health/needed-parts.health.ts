import { Injectable } from '@nestjs/common';
import type { HealthIndicatorFunction } from '@nestjs/terminus';
import { BackendHealth } from './backend.health';
import { DatabaseHealth } from './database.health';
import { StoppingHealth } from './stopping.health';

/** What no request can be served without. */
@Injectable()
export class NeededParts {
  constructor(
    private readonly stopping: StoppingHealth,
    private readonly database: DatabaseHealth,
    private readonly backend: BackendHealth,
  ) {}

  get checks(): HealthIndicatorFunction[] {
    return [this.stopping, this.database, this.backend].map((part) => () => part.check());
  }
}

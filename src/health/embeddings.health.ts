import { Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { MemorySearch } from '../backend/memory-search';
import { inTime } from '../common/in-time';

const TIMEOUT_MS = 3_000;

/**
 * How far the embedding of memories is. Always up: without its model the service answers lexically, which is no
 * reason to take it out of service.
 */
@Injectable()
export class EmbeddingsHealth {
  constructor(
    private readonly search: MemorySearch,
    private readonly indicators: HealthIndicatorService,
  ) {}

  /** Nothing where memories are not embedded, or while the database does not answer. */
  async check(): Promise<HealthIndicatorResult> {
    const report = await inTime(this.search.embeddingReport(), TIMEOUT_MS);
    if (report === null) return {};
    return this.indicators.check('embeddings').up({
      model: report.model,
      ...(report.replaces !== null && { replaces: report.replaces }),
      backlog: report.backlog?.waiting ?? null,
      failing: report.backlog?.failing ?? null,
      ...(report.lastError !== null && { last_error: report.lastError }),
    });
  }
}

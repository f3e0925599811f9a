import { Injectable } from '@nestjs/common';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { MemorySearch } from '../backend/memory-search';

/**
 * What the recall indexes of this process take. Always up: an index beyond its budget is kept, and whether there is
 * memory for it is for the operator to say.
 */
@Injectable()
export class IndexesHealth {
  constructor(
    private readonly search: MemorySearch,
    private readonly indicators: HealthIndicatorService,
  ) {}

  /** Nothing where another server has the indexes. */
  check(): HealthIndicatorResult {
    const report = this.search.indexReport();
    if (report === null) return {};
    const { indexes, memories, bytes, budgetBytes, excessBytes, neededMb } = report;
    return this.indicators.check('recall_indexes').up({
      indexes,
      memories,
      bytes,
      budget_bytes: budgetBytes,
      ...(neededMb !== null && {
        excess_bytes: excessBytes,
        message: `An index is larger than the memory for all of them: set RECALL_INDEX_MEMORY_MB to at least ${neededMb}`,
      }),
    });
  }
}

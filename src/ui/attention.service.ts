import { Injectable } from '@nestjs/common';
import { MemorySearch } from '../backend/memory-search';
import { inTime } from '../common/deadline';
import type { AgentAttention } from './attention';
import { AttentionRepository } from './attention.repository';

const MAX_AGENTS = 50;
/** An external backend may not answer. */
const REPORT_TIMEOUT_MS = 1_000;

/** Finds what a person should look at. */
@Injectable()
export class AttentionService {
  constructor(
    private readonly repository: AttentionRepository,
    private readonly search: MemorySearch,
  ) {}

  /** `granted`: null for all agents. How many memories wait is known of all agents together only. */
  async read(
    granted: readonly string[] | null,
  ): Promise<{ agents: AgentAttention[]; embeddingsWaiting: number }> {
    const [agents, report] = await Promise.all([
      this.repository.list(MAX_AGENTS, granted ?? ['*']),
      granted === null ? inTime(this.search.embeddingReport(), REPORT_TIMEOUT_MS) : null,
    ]);
    return { agents, embeddingsWaiting: report?.backlog?.waiting ?? 0 };
  }
}

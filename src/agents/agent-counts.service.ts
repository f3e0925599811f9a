import { Injectable, Logger } from '@nestjs/common';
import { MemoryListings } from '../backend/memory-listings';
import { errorName } from '../common/error-name';
import type { Agent } from './agent';
import { AgentsRepository } from './agents.repository';

/** Live numbers of memories. */
@Injectable()
export class AgentCounts {
  private readonly logger = new Logger(AgentCounts.name);

  constructor(
    private readonly repository: AgentsRepository,
    private readonly listings: MemoryListings,
  ) {}

  /** Adds live counts, or the last known ones if counting fails. `listing`: see `MemoryListings.countMemories`. */
  async withLiveCounts(agents: readonly Agent[], listing?: object): Promise<Agent[]> {
    if (agents.length === 0) return [];
    try {
      const namespaces = agents.map((agent) => agent.namespace);
      const counts = await this.listings.countMemories(namespaces, listing);
      const counted = agents.map((agent) => ({ ...agent, memoryCount: counts.get(agent.namespace) ?? 0 }));
      await this.keepChanged(agents, counted);
      return counted;
    } catch (error) {
      const cause = errorName(error);
      this.logger.warn(`Memories of ${agents.length} agents could not be counted (${cause})`);
      return [...agents];
    }
  }

  private async keepChanged(known: readonly Agent[], counted: readonly Agent[]): Promise<void> {
    const changed = counted.filter((agent, i) => agent.memoryCount !== known[i]?.memoryCount);
    if (changed.length === 0) return;
    await this.repository.saveMemoryCounts(
      new Map(changed.map((agent) => [agent.namespace, agent.memoryCount])),
    );
  }
}

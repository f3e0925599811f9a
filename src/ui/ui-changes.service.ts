import { Injectable } from '@nestjs/common';
import type { Agent } from '../agents/agent';
import type { Changes, Spans } from '../backend/memory-counts';
import { MemoryCounts } from '../backend/memory-counts.repository';
import { MemoryStore } from '../backend/memory-store';
import { Currency } from '../memories/currency.service';
import { type MemoryRecord, toMemoryRecord } from '../memories/memory-record.dto';
import type { CountGroup } from './ui-counts';

/** Memories that are shown of each kind of change. */
const SHOWN = 20;

/** The changes of an agent's memories between two moments. */
@Injectable()
export class UiChanges {
  constructor(
    private readonly counts: MemoryCounts,
    private readonly memories: MemoryStore,
    private readonly currency: Currency,
  ) {}

  /** Reads the changes of one agent; nothing for several. */
  async read([agent, ...others]: readonly Agent[], spans: Spans): Promise<CountGroup[]> {
    if (agent === undefined || others.length > 0) return [];
    const changes = await this.counts.changes(agent.namespace, spans, SHOWN);
    const records = await this.records(agent, changes);
    return changes.map(({ name, count, ids }) => ({
      name,
      count,
      counts: null,
      memories: ids.flatMap((id) => records.get(id) ?? []),
    }));
  }

  private async records(
    { agentId, namespace }: Agent,
    changes: readonly Changes[],
  ): Promise<Map<string, MemoryRecord>> {
    const ids = changes.flatMap((each) => each.ids);
    const found = ids.length === 0 ? [] : await this.memories.findAll(namespace, ids);
    const isCurrent = await this.currency.of(namespace, found);
    return new Map(found.map((memory) => [memory.id, toMemoryRecord(memory, agentId, isCurrent(memory))]));
  }
}

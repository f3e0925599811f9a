import { Injectable } from '@nestjs/common';
import { AgentsService } from '../agents/agents.service';
import type { Agent } from '../agents/agent';
import type { CountedName, Spans } from '../backend/memory-counts';
import { MemoryCounts } from '../backend/memory-counts.repository';
import { MemoryClock } from '../common/memory-clock';
import { RecallCountsRepository } from './recall-counts.repository';
import { UiChanges } from './ui-changes.service';
import type { CountGroup, Counts, CountsQuery } from './ui-counts';

/** Agents whose memories are counted together: the newest. */
const MOST_AGENTS = 1_000;
const MOST_GROUPS = 50;

/** Numbers of memories and recalls for the console. */
@Injectable()
export class UiCounts {
  constructor(
    private readonly agents: AgentsService,
    private readonly counts: MemoryCounts,
    private readonly recalls: RecallCountsRepository,
    private readonly changes: UiChanges,
    private readonly clock: MemoryClock,
  ) {}

  /** Throws AgentNotFound. */
  async read(query: CountsQuery): Promise<Counts> {
    const agents = await this.agentsOf(query);
    const bounds = await this.counts.bounds(agents.map(({ namespace }) => namespace));
    const until = query.until ?? (await this.clock.now());
    const first = bounds.first ?? until;
    const since = query.since ?? (first < until ? first : until);
    const isWhole = query.since === null && query.until === null;
    const spans = { since, until, buckets: query.buckets, isWhole };
    return { ...bounds, since, until, groups: until < since ? [] : await this.groups(query, agents, spans) };
  }

  private async groups(query: CountsQuery, agents: readonly Agent[], spans: Spans): Promise<CountGroup[]> {
    const { by, part, agentId, granted } = query;
    const namespaces = agents.map(({ namespace }) => namespace);
    if (by === 'change') return this.changes.read(agents, spans);
    if (by === 'tag' || by === 'source')
      return (await this.counts.names(namespaces, by, part)).map((each) => ({ ...each, ...NOTHING_MORE }));
    if (by === 'client' || by === 'certainty') {
      const patterns = agentId === null ? (granted ?? ['*']) : [agentId];
      return grouped(await this.recalls.inTime(patterns, by, spans), spans);
    }
    const rows = await this.counts.inTime(namespaces, by === 'agent' ? 'namespace' : 'type', spans);
    const ids = new Map(agents.map((agent) => [agent.namespace, agent.agentId]));
    return grouped(
      rows.map((row) => ({ ...row, name: ids.get(row.name) ?? row.name })),
      spans,
    );
  }

  private async agentsOf({ agentId, granted }: CountsQuery): Promise<Agent[]> {
    if (agentId !== null) return [await this.agents.get(agentId, false)];
    const query = { limit: MOST_AGENTS, pattern: null, after: null, granted };
    const agents: Agent[] = [];
    for await (const page of this.agents.list(query, false)) agents.push(...page.agents);
    return agents;
  }
}

const NOTHING_MORE = { counts: null, memories: null };

/** Rows by name, with a number for each part of the time. */
function grouped(rows: readonly CountedName[], { buckets }: Spans): CountGroup[] {
  const groups = new Map<string, CountGroup & { counts: number[] }>();
  for (const { name, bucket, count } of rows) {
    const none = { name, count: 0, counts: new Array<number>(buckets).fill(0), memories: null };
    const group = groups.get(name) ?? none;
    group.count += count;
    group.counts[bucket] = (group.counts[bucket] ?? 0) + count;
    groups.set(name, group);
  }
  const sorted = [...groups.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return sorted.slice(0, MOST_GROUPS);
}

import { Injectable, Logger } from '@nestjs/common';
import { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { pageOf, type TimeCursor } from '../common/time-cursor';
import { errorName } from '../common/error-name';
import { agentNotFound, namespaceOf, type Agent, type AgentPage } from './agent';
import { AgentCounts } from './agent-counts.service';
import { AgentLogs } from './agent-logs.service';
import { AgentsRepository, type AgentQuery, type NewAgent } from './agents.repository';

export type CreatedAgent = Omit<NewAgent, 'namespace' | 'createdAt'>;

export type AgentListing = Omit<AgentQuery, 'limit'> & {
  /** Null for all. */
  limit: number | null;
};

/** Agents that are read and written in one go: a few milliseconds of the event loop. */
const PAGE = 500;

@Injectable()
export class AgentsService {
  private readonly logger = new Logger(AgentsService.name);

  constructor(
    private readonly repository: AgentsRepository,
    private readonly counts: AgentCounts,
    private readonly memories: MemoryStore,
    private readonly logs: AgentLogs,
    private readonly clock: Clock,
  ) {}

  /** Creates or adopts the namespace first, harmless without an agent, then the agent. Throws AgentAlreadyExists. */
  async create(given: CreatedAgent): Promise<Agent> {
    const { agentId } = given;
    const [createdAt, namespace] = [this.clock.now(), namespaceOf(agentId)];
    if ((await this.repository.find(agentId)) !== null) throw alreadyExists(agentId);
    await this.memories.createNamespace(namespace, createdAt);
    const created = await this.repository.insert({ ...given, namespace, createdAt });
    if (created === null) throw alreadyExists(agentId);
    // A deletion of an earlier agent of this id may have taken the namespace away before the insert. Usually it is
    // there, and a failure does no harm.
    await this.memories.createNamespace(namespace, createdAt).catch(() => undefined);
    return created;
  }

  /** Throws AgentNotFound. */
  async get(agentId: string, liveCount: boolean): Promise<Agent> {
    const agent = await this.repository.find(agentId);
    if (agent === null) throw agentNotFound(agentId);
    const [counted] = liveCount ? await this.counts.withLiveCounts([agent]) : [agent];
    return counted ?? agent;
  }

  /** Newest first, in pages, so that the event loop is free between them; at least one page. */
  async *list({ limit, ...query }: AgentListing, liveCounts: boolean): AsyncGenerator<AgentPage> {
    const listing = {};
    let [left, after]: [number, TimeCursor | null] = [limit ?? Infinity, query.after];
    do {
      const found = await this.page({ ...query, after, limit: Math.min(left, PAGE) });
      const { agents } = found;
      yield { ...found, agents: liveCounts ? await this.counts.withLiveCounts(agents, listing) : agents };
      left -= agents.length;
      const last = agents.at(-1);
      after = found.nextCursor === null || !last ? null : cursorOf(last);
    } while (after !== null && left > 0);
  }

  private async page(query: AgentQuery): Promise<AgentPage> {
    // One more than asked for tells whether more follow.
    const found = await this.repository.list({ ...query, limit: query.limit + 1 });
    const { items: agents, nextCursor } = pageOf(found, query.limit, cursorOf);
    return { agents, nextCursor };
  }

  /** Removes the agent with its sessions; its memories stay for an agent of the same id. Throws AgentNotFound. */
  async delete(agentId: string): Promise<void> {
    if (!(await this.repository.delete(agentId))) throw agentNotFound(agentId);
    this.logs.forget(agentId);
  }

  /** Removes the memories, then the agent: nothing if they cannot be. Throws AgentNotFound, NamespaceError. */
  async deleteWithMemories(agentId: string): Promise<void> {
    await this.memories.unitOfWork(namespaceOf(agentId), {
      lock: async () => {
        if (!(await this.repository.lock(agentId))) throw agentNotFound(agentId);
      },
      work: () => this.dropNamespace(agentId),
      record: async () => {
        if (!(await this.repository.delete(agentId))) throw agentNotFound(agentId);
      },
    });
    this.logs.forget(agentId);
  }

  private async dropNamespace(agentId: string): Promise<void> {
    try {
      await this.memories.dropNamespace(namespaceOf(agentId));
    } catch (error) {
      const cause = errorName(error);
      this.logger.warn(`The namespace of agent ${agentId} could not be deleted (${cause})`);
      const message = `The namespace of agent '${agentId}' could not be deleted; nothing was deleted`;
      throw new DomainError('NamespaceError', message, { agent_id: agentId });
    }
  }
}

function alreadyExists(agentId: string): DomainError {
  return new DomainError('AgentAlreadyExists', `Agent '${agentId}' already exists`, { agent_id: agentId });
}

function cursorOf({ createdAt, agentId }: Agent): TimeCursor {
  return { time: createdAt, id: agentId };
}

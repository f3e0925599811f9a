import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchOperation,
} from '@langchain/langgraph';
import type { Agent } from '../agent.ts';
import type { AgentMemory } from '../agent-memory.ts';
import type { MemoryRecord } from '../schemas.ts';
import {
  matchesFilter,
  matchesPath,
  pathTags,
  readReference,
  referenceOf,
  textOf,
  titleOf,
} from './langgraph-items.ts';
import { type Cut, isCurrent } from './recalled-block.ts';

export interface AgentMemoryStoreOptions {
  /** The agent that holds a namespace. Default: its first part; the rest becomes tags. */
  agentOf?: (namespace: string[]) => string;
  /**
   * `auto`: a search with a query returns only items that bear on it. `none`: the best ones, whatever they are about, as
   * other stores do. Default: `none`.
   */
  cut?: Cut;
}

/** What the store writes, so that it does not take other memories of the agent for its items. */
const SOURCE = 'langgraph';
const PAGE = 100;
const SEARCH_LIMIT = 10;

interface Found extends Item {
  score?: number;
}

/**
 * A store of LangGraph in the memories of agents. An item is one memory: its value as JSON is the content, and
 * namespace and key are its `sourceRef`, so that a put replaces the former value. Agents are created when needed.
 */
export class AgentMemoryStore extends BaseStore {
  private readonly memory: AgentMemory;
  private readonly agentOf: ((namespace: string[]) => string) | null;
  private readonly cut: Cut;
  private readonly agents = new Map<string, Agent>();

  constructor(memory: AgentMemory, options: AgentMemoryStoreOptions = {}) {
    super();
    this.memory = memory;
    this.agentOf = options.agentOf ?? null;
    this.cut = options.cut ?? 'none';
  }

  /** Reads see the store as it was before the writes of the same batch; of several writes of a key, the last counts. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const writes = new Map<string, PutOperation>();
    const results = await Promise.all(
      operations.map((operation) => {
        if (!('value' in operation)) return this.answer(operation);
        writes.set(JSON.stringify([operation.namespace, operation.key]), operation);
        return Promise.resolve(undefined);
      }),
    );
    await Promise.all([...writes.values()].map((operation) => this.write(operation)));
    return results as OperationResults<Op>;
  }

  private answer(
    operation: GetOperation | SearchOperation | ListNamespacesOperation,
  ): Promise<Item | null | Found[] | string[][]> {
    if ('key' in operation) return this.read(operation.namespace, operation.key);
    if ('namespacePrefix' in operation) return this.find(operation);
    return this.namespaces(operation);
  }

  private async read(namespace: string[], key: string): Promise<Item | null> {
    const { agent, rest } = this.placeOf(namespace);
    const sourceRef = referenceOf(rest, key);
    const { memories } = await agent.memories.list({ sourceRef, source: SOURCE, limit: 1 });
    return memories[0] ? this.itemOf(agent, memories[0]) : null;
  }

  private async write({ namespace, key, value }: PutOperation): Promise<void> {
    const { agent, rest } = this.placeOf(namespace);
    const sourceRef = referenceOf(rest, key);
    if (value === null) {
      const { memories } = await agent.memories.list({ sourceRef, source: SOURCE, limit: PAGE });
      await Promise.all(memories.map(({ id }) => agent.memories.delete(id)));
      return;
    }
    const title = titleOf(textOf(value));
    await agent.remember(JSON.stringify(value), {
      sourceRef,
      upsert: true,
      // A store may get a value back that it had before.
      restoreDeleted: true,
      source: SOURCE,
      tags: pathTags(rest),
      ...(title === '' ? {} : { title }),
    });
  }

  private async find(operation: SearchOperation): Promise<Found[]> {
    const { namespacePrefix, filter, limit = SEARCH_LIMIT, offset = 0, query } = operation;
    const wanted = offset + limit;
    const found: Found[] = [];
    for await (const agent of this.agentsOf(namespacePrefix)) {
      const fits = (item: Found): boolean =>
        namespacePrefix.every((part, i) => item.namespace[i] === part) && matchesFilter(item.value, filter);
      const items = query
        ? this.recalled(agent, namespacePrefix, query)
        : this.listed(agent, namespacePrefix);
      let count = 0;
      for await (const item of items) {
        if (fits(item) && count++ < wanted) found.push(item);
        if (count >= wanted) break;
      }
    }
    if (query) found.sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
    return found.slice(offset, wanted);
  }

  /** The best hundred, which is the most that a recall returns. */
  private async *recalled(agent: Agent, prefix: string[], query: string): AsyncGenerator<Found> {
    const tags = this.tagsOf(prefix);
    const { memories } = await agent.recall(query, {
      limit: PAGE,
      source: [SOURCE],
      neighbours: 'off',
      cut: this.cut,
      tags,
    });
    for (const memory of memories.filter(isCurrent))
      yield { ...this.itemOf(agent, memory), score: memory.score ?? 0 };
  }

  private async *listed(agent: Agent, prefix: string[]): AsyncGenerator<Found> {
    const tags = this.tagsOf(prefix);
    let cursor: string | null = null;
    do {
      const options = {
        limit: PAGE,
        source: SOURCE,
        ...(tags ? { tags } : {}),
        ...(cursor ? { cursor } : {}),
      };
      const page = await agent.memories.list(options);
      for (const memory of page.memories) yield this.itemOf(agent, memory);
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  private async namespaces(operation: ListNamespacesOperation): Promise<string[][]> {
    const { matchConditions = [], maxDepth, limit, offset } = operation;
    const prefix = matchConditions.find(({ matchType }) => matchType === 'prefix')?.path ?? [];
    const known = prefix.slice(0, prefix.includes('*') ? prefix.indexOf('*') : prefix.length);
    const namespaces = new Map<string, string[]>();
    for await (const agent of this.agentsOf(known)) {
      for await (const { namespace } of this.listed(agent, known)) {
        const shown = namespace.slice(0, maxDepth);
        if (matchConditions.every((condition) => matchesPath(namespace, condition)))
          namespaces.set(JSON.stringify(shown), shown);
      }
    }
    const sorted = [...namespaces.values()].sort((a, b) => (a.join('\0') < b.join('\0') ? -1 : 1));
    return sorted.slice(offset, offset + limit);
  }

  /** The agent of a prefix; all agents for an empty one, which needs management access. */
  private async *agentsOf(prefix: string[]): AsyncGenerator<Agent> {
    if (this.agentOf !== null || prefix.length > 0) {
      yield this.placeOf(prefix).agent;
      return;
    }
    let cursor: string | undefined;
    do {
      const page = await this.memory.agents.list({
        limit: PAGE,
        includeCounts: false,
        ...(cursor ? { cursor } : {}),
      });
      for (const { agentId } of page.agents) yield this.agent(agentId);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  private placeOf(namespace: string[]): { agent: Agent; rest: string[] } {
    if (this.agentOf !== null) return { agent: this.agent(this.agentOf(namespace)), rest: namespace };
    const [id = '', ...rest] = namespace;
    return { agent: this.agent(id), rest };
  }

  private agent(id: string): Agent {
    const agent = this.agents.get(id) ?? this.memory.agent(id, { create: true });
    this.agents.set(id, agent);
    return agent;
  }

  /** The tag that all items below the prefix have; null when the prefix says nothing beyond the agent. */
  private tagsOf(prefix: string[]): string[] | null {
    const tag = pathTags(this.agentOf === null ? prefix.slice(1) : prefix).at(-1);
    return tag === undefined ? null : [tag];
  }

  private itemOf(agent: Agent, memory: MemoryRecord): Item {
    const { rest, key } = readReference(memory.sourceRef ?? '');
    return {
      namespace: this.agentOf === null ? [agent.id, ...rest] : rest,
      key,
      value: JSON.parse(memory.content) as Item['value'],
      createdAt: memory.createdAt,
      updatedAt: memory.updatedAt,
    };
  }
}

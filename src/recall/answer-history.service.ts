import { Injectable } from '@nestjs/common';
import { isQuarantined } from '../backend/judged-memory';
import type { Memory } from '../backend/memory';
import { MemoryListings } from '../backend/memory-listings';
import { MemoryStore } from '../backend/memory-store';
import { distinctNames, keyOf, scopedText, type ScopedName } from '../common/scoped-name';
import { present } from '../backend/valid-time';
import { LONGEST_CHAIN } from '../links/link';
import { Currency } from '../memories/currency.service';
import type { ActiveSession, ReadAgent } from '../sessions/session';
import type { Replacement } from './answer-memory';
import { byAgent, type Found } from './searched-agents';

/** Memories that hold no longer, and those that hold in their place. */
export interface AnswerHistory {
  /** Ids of memories that hold no longer. Those that will hold are not among them. */
  former: ReadonlySet<string>;
  /** By the ids of those that another memory replaces. */
  replacements: ReadonlyMap<string, Replacement>;
}

/** Whether a memory passes the filter of the question. */
export type IsAsked = (memory: Memory) => boolean;

/** Finds out which memories of an answer hold no longer, and what replaced them. */
@Injectable()
export class AnswerHistories {
  constructor(
    private readonly store: MemoryStore,
    private readonly listings: MemoryListings,
    private readonly currency: Currency,
  ) {}

  /** Of the memories of each agent by themselves: nothing of one agent replaces what another one says. */
  async ofFound(
    session: ActiveSession,
    found: readonly Found[],
    now: Date,
    isAsked: IsAsked,
  ): Promise<AnswerHistory> {
    const histories = byAgent(session, found).map(({ agent, found: own }) =>
      this.of(
        agent.namespace,
        own.map(({ memory }) => memory),
        now,
        isAsked,
      ),
    );
    const all = await Promise.all(histories);
    return {
      former: new Set(all.flatMap(({ former }) => [...former])),
      replacements: new Map(all.flatMap(({ replacements }) => [...replacements])),
    };
  }

  /** `isAsked`: whether the answer may show a memory. */
  private async of(
    namespace: string,
    memories: readonly Memory[],
    now: Date,
    isAsked: IsAsked,
  ): Promise<AnswerHistory> {
    const isCurrent = await this.currency.of(namespace, memories);
    const former = memories.filter(
      (memory) => !isCurrent(memory) && (memory.validFrom === null || memory.validFrom <= now),
    );
    const ids = new Set(former.map(({ id }) => id));
    return { former: ids, replacements: await this.replacementsOf(namespace, former, now, isAsked) };
  }

  /** The memories with these ids that hold now, and are asked for. */
  async current(
    { namespace, namespaceVersion }: Pick<ReadAgent, 'namespace' | 'namespaceVersion'>,
    ids: readonly string[],
    isAsked: IsAsked,
  ): Promise<Memory[]> {
    if (ids.length === 0) return [];
    const found = await this.store.findAll(namespace, ids, namespaceVersion);
    const memories = found.filter(
      (each) => each.status === 'active' && !isQuarantined(each) && isAsked(each),
    );
    return memories.filter(await this.currency.of(namespace, memories));
  }

  private async replacementsOf(
    namespace: string,
    former: readonly Memory[],
    now: Date,
    isAsked: IsAsked,
  ): Promise<Map<string, Replacement>> {
    const next = await this.nextOf(namespace, former, now);
    const known = new Map<string, Memory>();
    const after = new Map(next);
    let missing = [...new Set(next.values())];
    for (let step = 0; step < LONGEST_CHAIN && missing.length > 0; step++) {
      // One that is expired or not asked for is not shown, but what replaced it holds in the place of all before it.
      const found = (await this.store.findAll(namespace, missing)).filter((each) => !isQuarantined(each));
      for (const memory of found) known.set(memory.id, memory);
      const further = await this.nextOf(namespace, found, now);
      for (const [id, follower] of further) after.set(id, follower);
      missing = [...new Set(further.values())].filter((id) => !known.has(id));
    }
    const replacements = [...next].flatMap(([id, follower]) => {
      const first = known.get(follower);
      const last = lastOf(follower, after, known);
      const isShown = last?.status === 'active' && isAsked(last);
      return first === undefined || !isShown ? [] : [[id, { next: first, last }] as const];
    });
    return new Map(replacements);
  }

  /** By the id of each memory that another one replaces, the id of that one. */
  private async nextOf(
    namespace: string,
    memories: readonly Memory[],
    now: Date,
  ): Promise<Map<string, string>> {
    const keys = distinctNames(memories.flatMap((memory) => keyInUse(memory) ?? []));
    const newest = keys.length === 0 ? [] : await this.listings.newestOfKeys(namespace, keys, present(now));
    const ofKey = new Map(newest.map(({ id, scope, key }) => [scopedText({ name: key ?? '', scope }), id]));
    const pairs = memories.flatMap((memory) => {
      const { id, supersededBy } = memory;
      const key = keyInUse(memory);
      const follower = supersededBy ?? (key === null ? undefined : ofKey.get(scopedText(key)));
      return follower === undefined || follower === id ? [] : [[id, follower] as const];
    });
    return new Map(pairs);
  }
}

/** After one that is no longer active, the memory before it is current again. */
export function keyInUse(memory: Memory): ScopedName | null {
  return memory.status === 'active' ? keyOf(memory) : null;
}

/** The end of a row of replacements; null where a memory of it is gone. */
function lastOf(
  id: string,
  after: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, Memory>,
): Memory | null {
  let last = id;
  for (let step = 0; step < LONGEST_CHAIN; step++) {
    const follower = after.get(last);
    if (follower === undefined) break;
    last = follower;
  }
  return known.get(last) ?? null;
}

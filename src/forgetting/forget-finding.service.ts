import { Injectable } from '@nestjs/common';
import { namespaceOf } from '../agents/agent';
import type { Memory } from '../backend/memory';
import { MemoryErasure } from '../backend/memory-erasure';
import { ALL_MEMORIES } from '../backend/memory-filter';
import { MemoryListings } from '../backend/memory-listings';
import { MemorySearch } from '../backend/memory-search';
import { Clock } from '../common/clock';
import { fileOf } from '../files/chunks/chunk-memory';
import { JUDGING, meantOf } from './judging';
import { type Found, type Judge, textsIn, type Selector } from './selector';
import { Judges } from './judges.service';
import type { Findings } from './findings';

/** Memories that recall finds for a query without all of its words. */
const MOST_UNSURE = 100;
const MOST_SPELLINGS = 200;

/** Looks through all memories and former versions of agents for what a selector means. */
@Injectable()
export class ForgetFinding {
  constructor(
    private readonly listings: MemoryListings,
    private readonly erasure: MemoryErasure,
    private readonly search: MemorySearch,
    private readonly judges: Judges,
    private readonly clock: Clock,
  ) {}

  async find(agentIds: readonly string[], selector: Selector): Promise<Findings> {
    const judge = await this.judges.of(selector);
    const found: Findings = { certain: [], unsure: [], formerVersions: 0, chunks: 0, spellings: new Set() };
    for (const agentId of agentIds) {
      const certain = await this.readMemories(agentId, judge, found);
      if (selector.query !== null) await this.addUnsure(agentId, selector.query, judge, found);
      found.formerVersions += await this.countFormer(agentId, judge, certain);
    }
    return found;
  }

  /** The ids of the certain ones. */
  private async readMemories(agentId: string, judge: Judge, found: Findings): Promise<Set<string>> {
    const before = found.certain.length;
    for await (const memories of this.listings.stream(namespaceOf(agentId), ALL_MEMORIES)) {
      await JUDGING.forEach(memories, (memory) => note(found, agentId, memory, judge.memory(memory)));
    }
    const certain = found.certain.slice(before).map(({ memory }) => memory);
    found.chunks += certain.filter((memory) => fileOf(memory) !== null).length;
    return new Set(certain.map(({ id }) => id));
  }

  private async addUnsure(agentId: string, query: string, judge: Judge, found: Findings): Promise<void> {
    const known = new Set([...found.certain, ...found.unsure].map(({ memory }) => memory.id));
    const request = { query, limit: MOST_UNSURE, minScore: 0, explain: false, at: this.clock.now() };
    const { results } = await this.search.search(namespaceOf(agentId), { ...request, filter: ALL_MEMORIES });
    const others = results.filter(({ memory }) => !known.has(memory.id) && judge.passes(memory));
    found.unsure.push(...others.map(({ memory }) => ({ agentId, memory, verdict: 'unsure' as const })));
  }

  private async countFormer(agentId: string, judge: Judge, certain: ReadonlySet<string>): Promise<number> {
    let count = 0;
    for await (const versions of this.erasure.former(namespaceOf(agentId))) {
      const meant = await meantOf(
        versions,
        ({ memoryId, values }) => certain.has(memoryId) || judge.isCertain(textsIn(values)),
      );
      count += meant.length;
    }
    return count;
  }
}

function note(found: Findings, agentId: string, memory: Memory, own: Found | null): void {
  if (own === null) return;
  found[own.verdict].push({ agentId, memory, verdict: own.verdict });
  for (const spelling of own.spellings) {
    if (found.spellings.size < MOST_SPELLINGS) found.spellings.add(spelling);
  }
}

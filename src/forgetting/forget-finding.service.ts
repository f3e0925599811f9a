import { Injectable } from '@nestjs/common';
import { namespaceOf } from '../agents/agent';
import type { Memory } from '../backend/memory';
import { ALL_MEMORIES, STORED_MEMORIES } from '../backend/memory-filter';
import { MemorySearch } from '../backend/memory-search';
import { Clock } from '../common/clock';
import { fileOf } from '../files/chunks/chunk-memory';
import { ForgetPorts } from './forget-ports.service';
import { NO_COUNTS } from './forget-run';
import { meantVersions } from './former-versions';
import { JUDGING } from './judging';
import { Remnants } from './remnants.service';
import type { Found, Judge, Selector } from './selector';
import { Judges } from './judges.service';
import type { Findings } from './findings';

/** Memories that recall finds for a query without all of its words. */
const MOST_UNSURE = 100;
const MOST_SPELLINGS = 200;

/** Looks through all memories and former versions of agents for matches of a selector, and counts what a run would delete. */
@Injectable()
export class ForgetFinding {
  constructor(
    private readonly ports: ForgetPorts,
    private readonly search: MemorySearch,
    private readonly judges: Judges,
    private readonly remnants: Remnants,
    private readonly clock: Clock,
  ) {}

  async find(agentIds: readonly string[], selector: Selector): Promise<Findings> {
    const judge = await this.judges.of(selector);
    const found: Findings = { certain: [], unsure: [], counts: { ...NO_COUNTS }, spellings: new Set() };
    const gone = { queries: new Set<string>(), traces: new Set<string>() };
    for (const agentId of agentIds) {
      const certain = await this.readMemories(agentId, judge, found);
      if (selector.query !== null) await this.addUnsure(agentId, selector.query, judge, found);
      const memoryIds = new Set(certain.map(({ id }) => id));
      found.counts.former_versions += await this.countFormer(agentId, judge, memoryIds);
      const touched = new Set(certain.map(fileOf).filter((fileId) => fileId !== null));
      await this.remnants.count(agentId, judge, { ...gone, memoryIds, touched }, found.counts);
    }
    return found;
  }

  /** The certain ones. */
  private async readMemories(agentId: string, judge: Judge, found: Findings): Promise<Memory[]> {
    const before = found.certain.length;
    for await (const memories of this.ports.listings.stream(namespaceOf(agentId), STORED_MEMORIES)) {
      await JUDGING.forEach(memories, (memory) => note(found, agentId, memory, judge.memory(memory)));
    }
    const certain = found.certain.slice(before).map(({ memory }) => memory);
    found.counts.memories += certain.length;
    found.counts.chunks += certain.filter((memory) => fileOf(memory) !== null).length;
    return certain;
  }

  private async addUnsure(agentId: string, query: string, judge: Judge, found: Findings): Promise<void> {
    const known = new Set([...found.certain, ...found.unsure].map(({ memory }) => memory.id));
    const request = { query, limit: MOST_UNSURE, minScore: 0, explain: false, at: this.clock.now() };
    const { results } = await this.search.search(namespaceOf(agentId), { ...request, filter: ALL_MEMORIES });
    const others = results.filter(({ memory }) => !known.has(memory.id) && judge.passes(memory));
    found.unsure.push(...others.map(({ memory }) => ({ agentId, memory, verdict: 'unsure' as const })));
  }

  private async countFormer(agentId: string, judge: Judge, certain: ReadonlySet<string>): Promise<number> {
    const namespace = namespaceOf(agentId);
    let count = 0;
    for await (const versions of this.ports.erasure.former(namespace)) {
      const others = versions.filter(({ memoryId }) => !certain.has(memoryId));
      const meant = await meantVersions(this.ports.store, namespace, others, judge);
      count += versions.length - others.length + meant.length;
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

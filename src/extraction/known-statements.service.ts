import { Injectable } from '@nestjs/common';
import { normalizeContent, type NewMemory } from '../backend/memory';
import { MemorySearch } from '../backend/memory-search';
import { Clock } from '../common/clock';
import { firstCodePoints } from '../common/text';
import { LinkFinder } from '../links/link-finder.service';
import { MAX_QUERY, toFilter } from '../recall/recall-request';
import type { ActiveSession } from '../sessions/session';
import type { Candidate } from './candidate';

/** Looked at for one that says the same as a candidate, which is the best match of its own words. */
const NEIGHBOURS = 10;

/** A candidate and the scope of its memory. */
export interface ScopedCandidate extends Candidate {
  scope: string | null;
}

/** Whether the active memories of a type say already what a conversation says. */
@Injectable()
export class KnownStatements {
  constructor(
    private readonly search: MemorySearch,
    private readonly links: LinkFinder,
    private readonly clock: Clock,
  ) {}

  /** The id of the memory that a candidate repeats in other words, as the judge says; null for none. */
  async repeatedBy(
    { namespace }: ActiveSession,
    draft: NewMemory,
    signal: AbortSignal,
  ): Promise<string | null> {
    const repeated = await this.links.repeatedBy(namespace, draft, signal);
    return repeated?.type === draft.type ? repeated.id : null;
  }

  /** Whether the statement is stored in the same words. */
  async isStored({ namespace }: ActiveSession, { type, content, scope }: ScopedCandidate): Promise<boolean> {
    const { results } = await this.search.search(namespace, {
      query: firstCodePoints(content, MAX_QUERY),
      limit: NEIGHBOURS,
      minScore: 0,
      explain: false,
      at: this.clock.now(),
      filter: { ...toFilter({ type: [type] }, 'active', {}), scopes: [scope] },
    });
    const same = normalizeContent(content);
    return results.some(({ memory }) => normalizeContent(memory.content) === same);
  }
}

import { Injectable } from '@nestjs/common';
import { memoryText, type Memory } from '../backend/memory';
import { MemorySearch, type ScoredMemory } from '../backend/memory-search';
import type { MemoryFilter } from '../backend/memory-filter';
import { Clock } from '../common/clock';
import { firstCodePoints } from '../common/text';

/** As long as a query may be. */
const MAX_QUERY = 1_000;
/** Memories compared with one of the day. Of 64 conflicts in test/support 61 are among so many. */
const MAX_CANDIDATES = 8;
/** On long days; of the same 64 there are 60 among so many. */
const MIN_CANDIDATES = 4;
/** Pairs of one run, as far as the least number of candidates allows: a model judges them in some minutes. */
const MAX_PAIRS = 2_000;
/** Found for each one wanted: beside itself, those that only stand next to one that matches are found too. */
const FOUND_FOR_ONE = 3;

const ACTIVE: MemoryFilter = {
  types: null,
  tags: null,
  sources: null,
  status: 'active',
  createdAfter: null,
  createdBefore: null,
};

/** Candidates for each of so many memories. */
export function candidatesEach(memories: number): number {
  const shared = Math.floor(MAX_PAIRS / Math.max(1, memories));
  return Math.min(MAX_CANDIDATES, Math.max(MIN_CANDIDATES, shared));
}

@Injectable()
export class ConflictCandidates {
  constructor(
    private readonly search: MemorySearch,
    private readonly clock: Clock,
  ) {}

  /** At most so many active memories that say things most like what a memory says, without itself; best first. */
  async find(namespace: string, memory: Memory, limit: number, signal: AbortSignal): Promise<Memory[]> {
    const { results } = await this.search.search(namespace, {
      query: firstCodePoints(memoryText(memory), MAX_QUERY),
      limit: limit * FOUND_FOR_ONE,
      minScore: 0,
      explain: false,
      at: this.clock.now(),
      filter: ACTIVE,
      signal,
    });
    return results
      .filter((found) => found.memory.id !== memory.id && ownScore(found) > 0)
      .sort((one, other) => ownScore(other) - ownScore(one))
      .slice(0, limit)
      .map((found) => found.memory);
  }
}

/** Neither who stands next to it nor when it was stored makes a memory say the same as another. */
function ownScore({ score, neighbourScore, timeScore }: ScoredMemory): number {
  return score - neighbourScore - timeScore;
}

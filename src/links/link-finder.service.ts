import { Injectable, Logger } from '@nestjs/common';
import { type Memory, memoryText, type NewMemory } from '../backend/memory';
import { isQuarantined } from '../backend/judged-memory';
import { MemorySearch, type ScoredMemory } from '../backend/memory-search';
import { MemoryStore } from '../backend/memory-store';
import { present } from '../backend/valid-time';
import { Clock } from '../common/clock';
import { Deadline, unlessAborted } from '../common/deadline';
import { errorName } from '../common/error-name';
import { firstCodePoints } from '../common/text';
import type { ActiveSession } from '../sessions/session';
import type { FoundLink } from './link';
import { Links, type ShownLink } from './links.service';
import { type Candidate, PairJudge, type PairVerdict } from './pair-judge';

/** Memories that are most like the new one. */
export const CANDIDATES = 20;
/** A search finds the memory itself and turns of its thread too. */
export const FOUND = 40;
const MAX_QUERY = 1_000;
/** How long a request waits for the links of the memories that it stored. */
const DETECT_MS = 200;

/** Finds which memories a new one replaces, contradicts or repeats, and opens links. Nothing is closed. */
@Injectable()
export class LinkFinder {
  private readonly logger = new Logger(LinkFinder.name);
  /** Tests on a busy machine wait longer. */
  timeoutMs = DETECT_MS;

  constructor(
    private readonly search: MemorySearch,
    private readonly memories: MemoryStore,
    private readonly links: Links,
    private readonly clock: Clock,
    private readonly judge: PairJudge,
  ) {}

  /**
   * The open links of a memory that was just stored, with what the other memories say. Null when that takes too long, or
   * fails: the memory is stored in either case.
   */
  async detect(session: ActiveSession, memoryId: string): Promise<ShownLink[] | null> {
    const deadline = new Deadline(this.timeoutMs);
    try {
      return await unlessAborted(deadline.signal, this.found(session, memoryId, deadline.signal));
    } catch (error) {
      if (!deadline.signal.aborted) this.logger.warn(`No links of ${memoryId}: ${errorName(error)}`);
      return null;
    } finally {
      deadline.end();
    }
  }

  private async found(session: ActiveSession, id: string, signal: AbortSignal): Promise<ShownLink[]> {
    const links = await this.find(session, id, signal);
    // What was found too late is not recorded.
    signal.throwIfAborted();
    return this.links.open(session, links);
  }

  private async find(session: ActiveSession, id: string, signal: AbortSignal): Promise<FoundLink[]> {
    const memory = await this.memories.find(session.namespace, id);
    if (memory === null || isQuarantined(memory)) return [];
    const candidates = await this.candidatesOf(session.namespace, memory, signal, { isEmbedded: false });
    const judged = await this.judged(memory, candidates, signal);
    return this.links.unsettled(session, judged, [memory, ...candidates.map((each) => each.memory)]);
  }

  /** The current memory that one which is not stored would repeat; null for none. Nothing is recorded. */
  async repeatedBy(namespace: string, draft: NewMemory, signal: AbortSignal): Promise<Memory | null> {
    const createdAt = draft.createdAt ?? this.clock.now();
    const state = { status: 'active', expiredAt: null, expiredBy: null } as const;
    const memory: Memory = { ...draft, ...state, createdAt, updatedAt: createdAt };
    const candidates = await this.candidatesOf(namespace, memory, signal, { isEmbedded: false });
    const verdicts = await this.judge.judge({ memory, candidates, purpose: 'request' }, signal);
    return candidates.find((_, at) => verdicts[at]?.link?.kind === 'duplicate')?.memory ?? null;
  }

  /**
   * The current memories of its scope that are most like a memory, but not those of its thread or key; most alike first.
   * `isEmbedded`: false for one that was just written, which has no vector yet.
   */
  async candidatesOf(
    namespace: string,
    memory: Memory,
    signal: AbortSignal,
    { limit = CANDIDATES, isEmbedded = true } = {},
  ): Promise<Candidate[]> {
    const now = this.clock.now();
    const { results } = await this.search.search(namespace, {
      query: firstCodePoints(memoryText(memory), MAX_QUERY),
      ...(isEmbedded && { ofMemory: memory.id }),
      limit: FOUND,
      minScore: 0,
      neighbours: 'off',
      explain: false,
      at: now,
      times: [],
      filter: {
        types: null,
        tags: null,
        sources: null,
        scopes: [memory.scope],
        createdAfter: null,
        createdBefore: null,
        status: 'active',
        hidesSummaries: true,
        validAt: present(now),
      },
      signal,
    });
    return results
      .filter(
        ({ memory: other }) =>
          other.id !== memory.id && other.scope === memory.scope && !isApart(memory, other),
      )
      .slice(0, limit)
      .map(toCandidate);
  }

  /** A verdict for each candidate, in their order. No request waits for them. */
  judgePairs(memory: Memory, candidates: readonly Candidate[], signal: AbortSignal): Promise<PairVerdict[]> {
    return this.judge.judge({ memory, candidates, purpose: 'background' }, signal);
  }

  private async judged(
    memory: Memory,
    candidates: readonly Candidate[],
    signal: AbortSignal,
  ): Promise<FoundLink[]> {
    const verdicts = await this.judge.judge({ memory, candidates, purpose: 'request' }, signal);
    return verdicts.flatMap(({ link }) => link ?? []);
  }
}

/** A backend server may say no more than one score. */
function toCandidate({ memory, score, lexical, vector }: ScoredMemory): Candidate {
  const words = lexical === null && vector === null ? score : (lexical?.score ?? 0);
  return { memory, found: { words, vectors: vector?.score ?? null } };
}

/** Turns of one thread are what was said one after the other; of the memories of a key the newest is current anyway. */
function isApart(memory: Memory, other: Memory): boolean {
  const isSameThread = memory.thread !== null && memory.thread === other.thread;
  // Both are of one scope.
  return isSameThread || (memory.key !== null && memory.key === other.key);
}

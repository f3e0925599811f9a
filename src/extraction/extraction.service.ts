import { Injectable } from '@nestjs/common';
import { normalizeContent } from '../backend/memory';
import { MemorySearch } from '../backend/memory-search';
import { MemoryStore, type StoreOutcome } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { firstCodePoints } from '../common/text';
import { IdempotencyService, type Outcome } from '../memories/idempotency.service';
import type { NewId } from '../memories/memory-ids';
import { newMemory } from '../memories/new-memory';
import type { ActiveSession } from '../sessions/session';
import { titleOf, type Candidate } from './candidate';
import { CandidateFinder, type Found } from './candidate-finder.service';
import {
  DEFAULT_CANDIDATES,
  type ExtractedCandidate,
  type ExtractedRow,
  type ExtractRequest,
  type ExtractResponse,
} from './extraction.dto';

const TAG = 'conversation-extract';
const SOURCE = 'conversation';

/** Looked at for one that says the same as a candidate, which is the best match of its own words. */
const NEIGHBOURS = 10;
const MAX_QUERY = 1_000;

const REASONS = {
  store: null,
  duplicate: 'an active memory of this type says the same',
  rejected: 'deleted',
} as const;

/** Turns conversations into memories. */
@Injectable()
export class ExtractionService {
  constructor(
    private readonly finder: CandidateFinder,
    private readonly search: MemorySearch,
    private readonly memories: MemoryStore,
    private readonly idempotency: IdempotencyService,
    private readonly clock: Clock,
  ) {}

  /** Stores all or none of what it finds; throws `ModelUnavailable` before anything is stored. */
  async extract(
    session: ActiveSession,
    request: ExtractRequest,
    key: string | null,
    signal: AbortSignal,
  ): Promise<Outcome<ExtractResponse>> {
    const { agentId } = session;
    const repeatable = { agentId, key, operation: 'remember/extract', body: request };
    const earlier = await this.idempotency.earlier<ExtractResponse>(repeatable);
    if (earlier !== null) return earlier;
    // No transaction is open while the model thinks.
    const found = await this.finder.find({
      messages: request.messages,
      limit: request.max_memories ?? DEFAULT_CANDIDATES,
      model: request.model ?? request.ai_model ?? null,
      signal,
    });
    if (!(request.dry_run ?? false))
      return this.idempotency.once(repeatable, (newId) => this.store(session, found, newId));
    const response = await this.preview(session, found);
    return this.idempotency.once(repeatable, () => Promise.resolve(response));
  }

  private async preview(session: ActiveSession, found: Found): Promise<ExtractResponse> {
    const candidates: Candidate[] = [];
    for (const candidate of found.candidates) {
      if (!(await this.isStored(session, candidate))) candidates.push(candidate);
    }
    return { ...shown(session, { ...found, candidates }), dry_run: true, count: candidates.length };
  }

  private async isStored({ namespace }: ActiveSession, { type, content }: Candidate): Promise<boolean> {
    const { results } = await this.search.search(namespace, {
      query: firstCodePoints(content, MAX_QUERY),
      limit: NEIGHBOURS,
      minScore: 0,
      explain: false,
      at: this.clock.now(),
      filter: {
        types: [type],
        tags: null,
        sources: null,
        status: 'active',
        createdAfter: null,
        createdBefore: null,
      },
    });
    const same = normalizeContent(content);
    return results.some(({ memory }) => normalizeContent(memory.content) === same);
  }

  private async store(session: ActiveSession, found: Found, newId: NewId): Promise<ExtractResponse> {
    const results = (await this.storeAll(session, found.candidates, newId)).map(toRow);
    const failed = results.filter(({ status }) => status === 'rejected').length;
    return {
      ...shown(session, found),
      dry_run: false,
      total_submitted: results.length,
      successful: results.length - failed,
      failed,
      results,
    };
  }

  private async storeAll(
    session: ActiveSession,
    candidates: readonly Candidate[],
    newId: NewId,
  ): Promise<StoreOutcome[]> {
    if (candidates.length === 0) return [];
    const writer = { agentId: session.agentId, sessionId: session.sessionId, at: this.clock.now() };
    const memories = candidates.map((each, at) =>
      newMemory({ ...each, tags: [TAG], source: SOURCE }, writer, newId(at, each.content)),
    );
    return this.memories.store(session.namespace, memories, { dedupe: true, refuseDeleted: true });
  }
}

function shown(
  session: ActiveSession,
  { candidates, rejected, generatedBy }: Found,
): Pick<ExtractResponse, 'agent_id' | 'session_id' | 'candidates' | 'rejected' | 'generated_by'> {
  return {
    agent_id: session.agentId,
    session_id: session.sessionId,
    candidates: candidates.map(toShown),
    rejected,
    generated_by: generatedBy,
  };
}

function toShown(candidate: Candidate): ExtractedCandidate {
  const { type, content, confidence, provenance } = candidate;
  return { type, title: titleOf(candidate), content, confidence, source: SOURCE, provenance };
}

function toRow({ action, id }: StoreOutcome): ExtractedRow {
  return {
    id: action === 'rejected' ? null : id,
    status: action === 'store' ? 'stored' : action,
    action,
    reason: REASONS[action],
  };
}

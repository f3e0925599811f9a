import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { scopeToWrite } from '../access/granted-scopes';
import type { Memory, NewMemory } from '../backend/memory';
import { MemoryStore, type StoreOutcome } from '../backend/memory-store';
import { Clock } from '../common/clock';
import {
  IdempotencyService,
  type NewId,
  type Outcome,
  type ResponseTexts,
} from '../memories/idempotency.service';
import { newMemory } from '../memories/new-memory';
import { secretsAnswer, type SecretsAnswer } from '../screening/screening.dto';
import { actBy, type ActiveSession } from '../sessions/session';
import { titleOf, type Candidate } from './candidate';
import { CandidateFinder, type Found } from './candidate-finder.service';
import {
  type ExtractedCandidate,
  type ExtractedRow,
  type ExtractRequest,
  type ExtractResponse,
} from './extraction.dto';
import { type ScopedCandidate, KnownStatements } from './known-statements.service';
import { sessionAnswer } from '../sessions/session-answer.dto';

const TAG = 'conversation-extract';
const SOURCE = 'conversation';

/** Ids of the memories that candidates repeat. */
type Known = ReadonlyMap<ScopedCandidate, string>;

interface ScopedFound extends Found {
  secrets: SecretsAnswer;
  candidates: ScopedCandidate[];
}

const REASONS = {
  duplicate: 'an active memory of this type says the same',
  rejected: 'deleted',
} as const;

/** Turns conversations into memories. */
@Injectable()
export class ExtractionService {
  constructor(
    private readonly finder: CandidateFinder,
    private readonly known: KnownStatements,
    private readonly memories: MemoryStore,
    private readonly idempotency: IdempotencyService,
    private readonly clock: Clock,
  ) {}

  /** Stores all or none of what it finds; throws `ModelUnavailable` before anything is stored. */
  async extract(
    session: ActiveSession,
    given: ExtractRequest,
    key: string | null,
    signal: AbortSignal,
  ): Promise<Outcome<ExtractResponse>> {
    const { agentId } = session;
    const scope = scopeToWrite(session, given.scope);
    const { messages, secrets } = await this.finder.screened(session.namespace, given.messages);
    // Without a scope it is the same request as in earlier versions.
    const request = { ...given, messages, scope: scope ?? undefined };
    const repeatable = {
      agentId,
      key,
      operation: 'remember/extract',
      body: request,
      texts: this.texts(session),
    };
    const earlier = await this.idempotency.earlier<ExtractResponse>(repeatable);
    if (earlier !== null) return earlier;
    // No transaction is open while the model thinks.
    const { candidates, ...rest } = await this.finder.find({
      messages: request.messages,
      limit: request.max_memories,
      includeAssistant: request.include_assistant ?? false,
      model: request.model ?? request.ai_model ?? null,
      signal,
    });
    const found = { ...rest, secrets, candidates: candidates.map((each) => ({ ...each, scope })) };
    const known = await this.knownAmong(session, found.candidates, signal);
    if (!request.dry_run)
      return this.idempotency.once(repeatable, (newId) => this.store(session, found, known, newId));
    const response = await this.preview(session, found, known);
    return this.idempotency.once(repeatable, () => Promise.resolve(response));
  }

  /** The texts of stored candidates, which stored responses leave out. Candidates of a dry run have no memory. */
  private texts({ namespace }: ActiveSession): ResponseTexts<ExtractResponse> {
    return {
      remove: (response) => withTexts(response, new Map()),
      restore: async (stored) => {
        const ids = (stored.results ?? []).flatMap(({ id }) => id ?? []);
        const memories = await this.memories.findAll(namespace, ids);
        return withTexts(stored, new Map(memories.map((memory) => [memory.id, memory])));
      },
    };
  }

  /** The memories that candidates repeat in other words. */
  private async knownAmong(
    session: ActiveSession,
    candidates: readonly ScopedCandidate[],
    signal: AbortSignal,
  ): Promise<Known> {
    const known = new Map<ScopedCandidate, string>();
    for (const candidate of candidates) {
      const draft = this.memoryOf(session, candidate, { id: uuidv7(), thread: null });
      const repeated = await this.known.repeatedBy(session, draft, signal);
      if (repeated !== null) known.set(candidate, repeated);
    }
    return known;
  }

  private async preview(session: ActiveSession, found: ScopedFound, known: Known): Promise<ExtractResponse> {
    const candidates: ScopedCandidate[] = [];
    for (const candidate of found.candidates) {
      if (!known.has(candidate) && !(await this.known.isStored(session, candidate)))
        candidates.push(candidate);
    }
    return { ...shown(session, { ...found, candidates }), dry_run: true, count: candidates.length };
  }

  private async store(
    session: ActiveSession,
    found: ScopedFound,
    known: Known,
    newId: NewId,
  ): Promise<ExtractResponse> {
    const fresh = found.candidates.filter((candidate) => !known.has(candidate));
    const stored = await this.storeAll(session, fresh, newId);
    const quarantined = [...new Set(stored.flatMap((outcome) => outcome.quarantined ?? []))];
    const results = found.candidates.flatMap((candidate) => {
      const id = known.get(candidate);
      const outcome = id === undefined ? stored.shift() : ({ action: 'duplicate', id } as const);
      return outcome === undefined ? [] : [toRow(outcome)];
    });
    const failed = results.filter(({ status }) => status === 'rejected').length;
    return {
      ...shown(session, { ...found, secrets: secretsAnswer({ ...found.secrets, quarantined }) }),
      dry_run: false,
      total_submitted: results.length,
      successful: results.length - failed,
      failed,
      results,
    };
  }

  private async storeAll(
    session: ActiveSession,
    candidates: readonly ScopedCandidate[],
    newId: NewId,
  ): Promise<StoreOutcome[]> {
    if (candidates.length === 0) return [];
    const ids = candidates.map((each, at) => newId(at, each.content));
    const thread = `${SOURCE}-${ids[0] ?? ''}`;
    const memories = candidates.map((each, at) =>
      this.memoryOf(session, each, { id: ids[at] ?? '', thread }),
    );
    return this.memories.store(session.namespace, memories, { dedupe: true, refuseDeleted: true });
  }

  private memoryOf(
    session: ActiveSession,
    candidate: ScopedCandidate,
    { id, thread }: { id: string; thread: string | null },
  ): NewMemory {
    const writer = actBy(session, this.clock.writeTime());
    const memory = newMemory({ ...candidate, tags: [TAG], source: SOURCE, thread }, writer, id);
    return { ...memory, trust: candidate.trust ?? memory.trust };
  }
}

function shown(
  session: ActiveSession,
  { candidates, rejected, generatedBy, notice, secrets }: ScopedFound,
): Omit<ExtractResponse, 'dry_run'> {
  return {
    ...sessionAnswer(session),
    candidates: candidates.map(toShown),
    rejected,
    generated_by: generatedBy,
    ...(notice !== null && { notice }),
    ...secrets,
  };
}

/** A response with the texts of these memories, by their ids; empty ones for others. */
function withTexts(response: ExtractResponse, memories: ReadonlyMap<string, Memory>): ExtractResponse {
  const { results } = response;
  if (!results) return response;
  const candidates = response.candidates.map((candidate, at) => {
    const memory = memories.get(results[at]?.id ?? '');
    return { ...candidate, title: memory?.title ?? '', content: memory?.content ?? '' };
  });
  return { ...response, candidates };
}

function toShown(candidate: Candidate): ExtractedCandidate {
  const { type, content, confidence, provenance } = candidate;
  return { type, title: titleOf(candidate), content, confidence, source: SOURCE, provenance };
}

function toRow({ action, id }: Pick<StoreOutcome, 'action' | 'id'>): ExtractedRow {
  // Nothing here is an upsert.
  if (action === 'store' || action === 'update')
    return { id, status: 'stored', action: 'store', reason: null };
  return { id: action === 'rejected' ? null : id, status: action, action, reason: REASONS[action] };
}

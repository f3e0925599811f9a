import { Injectable } from '@nestjs/common';
import { scopeToWrite } from '../access/granted-scopes';
import type { Act, NewMemory } from '../backend/memory';
import type { MemoryEdit } from '../backend/memory-edit';
import { MemoryStore, type StoreOptions, type StoreOutcome, type Upserts } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { invalid } from '../common/validation-error';
import { actorOf, type ActiveSession } from '../sessions/session';
import { DueMemories } from './due-memories.service';
import { IdempotencyService, type Outcome } from './idempotency.service';
import { toEdit } from './memory-life.dto';
import {
  checkContentLength,
  DEFAULT_CONFIDENCE,
  DEFAULT_PROVENANCE,
  DEFAULT_SOURCE,
  DEFAULT_TYPE,
} from '../backend/memory-limits';
import { checkExpiry, checkValidTimes } from '../backend/valid-time';
import { newMemory, toTime } from './new-memory';
import { Supersession } from '../links/supersession.service';
import type { BatchRememberRequest, BatchRememberResponse, BatchRow } from './batch-remember.dto';
import type { RememberRequest, RememberResponse } from './remember.dto';
import { namespaceAnswer } from '../sessions/session-answer.dto';

const NOT_STORED = { duplicate: 'an active memory of this type says the same', rejected: 'deleted' } as const;

/** Stores memories, or edits those that upserts name by their references. */
@Injectable()
export class RememberService {
  constructor(
    private readonly memories: MemoryStore,
    private readonly idempotency: IdempotencyService,
    private readonly clock: Clock,
    private readonly supersession: Supersession,
    private readonly due: DueMemories,
  ) {}

  /** Throws `ContentDeleted` for an upsert of deleted content, unless `restoreDeleted`; `text_too_long`. */
  async remember(
    session: ActiveSession,
    given: RememberRequest,
    key: string | null,
    restoreDeleted = false,
  ): Promise<Outcome<RememberResponse>> {
    checkRow(given, []);
    const request = inScope(session, given);
    const body = repeatableBody(request, restoreDeleted);
    const outcome = await this.idempotency.once(
      { agentId: session.agentId, key, operation: 'remember', body },
      async (newId) => {
        const memory = newMemory(request, this.writer(session), newId(0, request.content));
        const upserts = this.upserts(session, [request], [memory], restoreDeleted);
        const [outcome] = await this.store(session, [request], [memory], { dedupe: false, upserts });
        if (outcome === undefined || outcome.action === 'rejected') throw contentDeleted();
        return rememberResponse(session, memory, outcome);
      },
    );
    await this.noteTimes(session, [request]);
    return outcome;
  }

  async rememberBatch(
    session: ActiveSession,
    request: BatchRememberRequest,
    key: string | null,
    restoreDeleted = false,
  ): Promise<Outcome<BatchRememberResponse>> {
    const { dedupe } = request;
    request.memories.forEach((row, at) => checkRow(row, ['memories', at]));
    const rows = request.memories.map((row) => inScope(session, row));
    const memories = rows.map((row) => repeatableBody(row, false));
    const body = { ...request, memories, restore_deleted: restoreDeleted || undefined };
    const repeatable = { agentId: session.agentId, key, operation: 'batch-remember', body };
    const outcome = await this.idempotency.once(repeatable, async (newId) => {
      const writer = this.writer(session);
      const given = rows.map((each, at) => newMemory(each, writer, newId(at, each.content)));
      const upserts = this.upserts(session, rows, given, restoreDeleted);
      const options = { dedupe, upserts };
      const outcomes = await this.store(session, rows, given, options, (at) => ['memories', at]);
      return batchResponse(session, outcomes.map(batchRow));
    });
    await this.noteTimes(session, rows);
    return outcome;
  }

  /** In one unit of work with the marks of the memories that these replace. */
  private store(
    session: ActiveSession,
    rows: readonly RememberRequest[],
    memories: readonly NewMemory[],
    options: StoreOptions,
    pathOf: (at: number) => (string | number)[] = () => [],
  ): Promise<StoreOutcome[]> {
    const { namespace } = session;
    const now = this.clock.now();
    memories.forEach(({ expiresAt }, at) => checkExpiry(expiresAt, now, pathOf(at)));
    const olderIds = rows.flatMap(({ supersedes }) => supersedes ?? []);
    if (olderIds.length === 0) return this.memories.store(namespace, memories, options);
    const work = async () => {
      const outcomes = await this.memories.store(namespace, memories, options);
      const replacements = outcomes.map(({ id, action }, at) => ({
        newerId: action === 'rejected' ? null : id,
        olderIds: rows[at]?.supersedes ?? [],
        path: pathOf(at),
      }));
      return { result: outcomes, replacements };
    };
    return this.supersession.replacing(session, { olderIds, act: this.act(session), work });
  }

  private async noteTimes(session: ActiveSession, rows: readonly RememberRequest[]): Promise<void> {
    if (rows.some(({ expires_at }) => typeof expires_at === 'string')) {
      await this.due.changed(session.namespace);
    }
  }

  /** Undefined without upserts, so that memories are stored the faster way. */
  private upserts(
    session: ActiveSession,
    rows: readonly RememberRequest[],
    memories: readonly NewMemory[],
    restoreDeleted: boolean,
  ): Upserts | undefined {
    const edits = new Map<string, MemoryEdit>();
    memories.forEach(({ id }, at) => {
      const row = rows[at];
      // The reference is the same already.
      if (row?.upsert) edits.set(id, { ...toEdit(row), sourceRef: null });
    });
    if (edits.size === 0) return undefined;
    return { edits, act: this.act(session), refuseDeleted: !restoreDeleted };
  }

  private act(session: ActiveSession): Act {
    return { at: this.clock.writeTime(), sessionId: session.sessionId, by: actorOf(session) };
  }

  private writer(session: ActiveSession) {
    return { by: actorOf(session), sessionId: session.sessionId, at: this.clock.writeTime() };
  }
}

/** Throws a validation error, or `text_too_long`. */
function checkRow(row: RememberRequest, path: (string | number)[]): void {
  checkContentLength(row.content);
  checkValidTimes({ validFrom: toTime(row.valid_from), validTo: toTime(row.valid_to) }, path);
  if (!row.upsert || (row.source_ref ?? null) !== null) return;
  throw invalid(['body', ...path, 'source_ref'], 'Field required with upsert', null, 'missing');
}

/** With the scope that the memory gets. Throws KeyNotAllowed. */
function inScope(session: ActiveSession, row: RememberRequest): RememberRequest {
  return session.grant?.scopes ? { ...row, scope: scopeToWrite(session, row.scope) } : row;
}

/** The body that an idempotency key stands for. Without an upsert it is the same as in earlier versions. */
function repeatableBody(request: RememberRequest, restoreDeleted: boolean): object {
  const restore = restoreDeleted || undefined;
  // It is about the answer, and changes nothing of what is stored.
  const detect = undefined;
  if (request.upsert) return { ...request, detect, restore_deleted: restore };
  return {
    ...request,
    type: request.type ?? DEFAULT_TYPE,
    confidence: request.confidence ?? DEFAULT_CONFIDENCE,
    source: request.source ?? DEFAULT_SOURCE,
    provenance: request.provenance ?? DEFAULT_PROVENANCE,
    upsert: undefined,
    detect,
    restore_deleted: restore,
  };
}

function contentDeleted(): DomainError {
  const message = 'This content was deleted for good: send restore_deleted=true to store it again';
  return new DomainError('ContentDeleted', message);
}

function rememberResponse(
  session: ActiveSession,
  memory: NewMemory,
  outcome: StoreOutcome,
): RememberResponse {
  return {
    memory_id: outcome.id,
    ...namespaceAnswer(session),
    status: 'queued',
    confidence: outcome.confidence ?? memory.confidence,
    provenance: outcome.provenance ?? memory.provenance,
    type: outcome.type,
    action: outcome.action === 'update' ? 'update' : 'store',
  };
}

function batchRow({ id, action, type }: StoreOutcome): BatchRow {
  if (action === 'store' || action === 'update')
    return { id, status: 'queued', action, reason: null, error: null, type };
  return { id, status: action, action, reason: NOT_STORED[action], error: null, type };
}

function batchResponse(session: ActiveSession, results: BatchRow[]): BatchRememberResponse {
  const failed = results.filter((row) => row.action === 'rejected').length;
  return {
    ...namespaceAnswer(session),
    total_submitted: results.length,
    successful: results.length - failed,
    failed,
    results,
  };
}

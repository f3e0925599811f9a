import { Injectable } from '@nestjs/common';
import { scopeToWrite } from '../access/granted-scopes';
import {
  checkContentLength,
  DEFAULT_CONFIDENCE,
  DEFAULT_PROVENANCE,
  DEFAULT_SOURCE,
  DEFAULT_TYPE,
} from '../backend/memory-limits';
import { checkValidTimes } from '../backend/valid-time';
import { DomainError } from '../common/domain-error';
import { invalid } from '../common/validation-error';
import { secretsAnswer } from '../screening/screening.dto';
import { Screening, type Screened } from '../screening/screening.service';
import type { ActiveSession } from '../sessions/session';
import { namespaceAnswer } from '../sessions/session-answer.dto';
import type { BatchRememberRequest, BatchRememberResponse, BatchRow } from './batch-remember.dto';
import { IdempotencyService, type Outcome } from './idempotency.service';
import { MemoryStoring, type Stored, type Storing } from './memory-storing.service';
import { toTime } from './new-memory';
import type { RememberRequest, RememberResponse } from './remember.dto';

const NOT_STORED = { duplicate: 'an active memory of this type says the same', rejected: 'deleted' } as const;

/** Stores memories, or edits those that upserts name by their references. */
@Injectable()
export class RememberService {
  constructor(
    private readonly screening: Screening,
    private readonly idempotency: IdempotencyService,
    private readonly storing: MemoryStoring,
  ) {}

  /** Throws `ContentDeleted` for an upsert of deleted content, unless `restoreDeleted`; `text_too_long`; `SecretRefused`. */
  async remember(
    session: ActiveSession,
    given: RememberRequest,
    key: string | null,
    restoreDeleted = false,
  ): Promise<Outcome<RememberResponse>> {
    const screened = await this.screened(session, [given], () => []);
    const [{ row, ...secrets } = { row: given }] = screened;
    const body = repeatableBody(row, restoreDeleted);
    const repeatable = { agentId: session.agentId, key, operation: 'remember', body };
    const outcome = await this.idempotency.once(repeatable, async (newId) => {
      const storing = { rows: [row], newId, dedupe: false, restoreDeleted, pathOf: () => [] };
      const [stored] = await this.storing.store(session, storing);
      if (stored === undefined || stored.outcome.action === 'rejected') throw contentDeleted();
      return {
        ...rememberResponse(session, stored),
        ...secretsAnswer({ ...secrets, quarantined: stored.outcome.quarantined }),
      };
    });
    await this.storing.noteTimes(session, [row]);
    return outcome;
  }

  async rememberBatch(
    session: ActiveSession,
    request: BatchRememberRequest,
    key: string | null,
    restoreDeleted = false,
  ): Promise<Outcome<BatchRememberResponse>> {
    const { dedupe } = request;
    const pathOf = (at: number) => ['memories', at];
    const screened = await this.screened(session, request.memories, pathOf);
    const rows = screened.map(({ row }) => row);
    const memories = rows.map((row) => repeatableBody(row, false));
    const body = { ...request, memories, restore_deleted: restoreDeleted || undefined };
    const repeatable = { agentId: session.agentId, key, operation: 'batch-remember', body };
    const outcome = await this.idempotency.once(repeatable, async (newId) => {
      const stored = await this.storing.store(session, { rows, newId, dedupe, restoreDeleted, pathOf });
      const results = stored.map((each, at) => ({
        ...batchRow(each),
        ...secretsAnswer({ ...screened[at], quarantined: each.outcome.quarantined }),
      }));
      return batchResponse(session, results);
    });
    await this.storing.noteTimes(session, rows);
    return outcome;
  }

  /** Screens the requests before anything is made from them: without secrets, and with the scopes of their memories. */
  private async screened(
    session: ActiveSession,
    given: readonly RememberRequest[],
    pathOf: Storing['pathOf'],
  ): Promise<Screened<RememberRequest>[]> {
    given.forEach((row, at) => checkRow(row, pathOf(at)));
    const rows = given.map((row) => inScope(session, row));
    const named = { pathOf: (at: number) => (pathOf(at).length === 0 ? '' : `memories[${at}].`) };
    const screened = await this.screening.screen(session.namespace, rows, named);
    for (const { row } of screened) checkContentLength(row.content);
    return screened;
  }
}

/** Throws a validation error, or `text_too_long`. */
function checkRow(row: RememberRequest, path: (string | number)[]): void {
  checkContentLength(row.content);
  checkValidTimes({ validFrom: toTime(row.valid_from), validTo: toTime(row.valid_to) }, path);
  if (!row.upsert || (row.source_ref ?? null) !== null) return;
  throw invalid(['body', ...path, 'source_ref'], 'Field required with upsert', null, 'missing');
}

/** The request with the scope that its memory gets. Throws KeyNotAllowed. */
function inScope(session: ActiveSession, row: RememberRequest): RememberRequest {
  return session.grant?.scopes ? { ...row, scope: scopeToWrite(session, row.scope) } : row;
}

/** The body that an idempotency key stands for. Without an upsert it is the same as in earlier versions. */
function repeatableBody(request: RememberRequest, restoreDeleted: boolean): object {
  const restore = restoreDeleted || undefined;
  // It changes the answer, not what is stored.
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

function rememberResponse(session: ActiveSession, { memory, outcome }: Stored): RememberResponse {
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

function batchRow({ outcome: { id, action, type } }: Stored): BatchRow {
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

import { Injectable } from '@nestjs/common';
import type { Memory, MemoryEdit, Act } from '../backend/memory';
import { MemoryStore, type StoreOutcome } from '../backend/memory-store';
import { MemoryLifecycle, type ExpiryStamp } from '../backend/memory-lifecycle';
import type { HistoryPage, PageCursor } from '../backend/pages';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import type { ActiveSession } from '../sessions/session';
import { IdempotencyService, type Outcome } from './idempotency.service';
import { checkContentLength, memoryNotFound } from './memory-limits';
import type { EditMemoryRequest } from './memory-life.dto';
import { newMemory } from './new-memory';
import type {
  BatchRememberRequest,
  BatchRememberResponse,
  BatchRow,
  RememberRequest,
  RememberResponse,
} from './remember.dto';

@Injectable()
export class MemoriesService {
  constructor(
    private readonly memories: MemoryStore,
    private readonly lifecycle: MemoryLifecycle,
    private readonly idempotency: IdempotencyService,
    private readonly clock: Clock,
  ) {}

  remember(
    session: ActiveSession,
    request: RememberRequest,
    key: string | null,
  ): Promise<Outcome<RememberResponse>> {
    checkContentLength(request.content);
    const repeatable = { agentId: session.agentId, key, operation: 'remember', body: request };
    return this.idempotency.once(repeatable, async (newId) => {
      const memory = newMemory(request, this.writer(session), newId(0, request.content));
      await this.memories.store(session.namespace, [memory], { dedupe: false });
      return {
        memory_id: memory.id,
        agent_id: session.agentId,
        session_id: session.sessionId,
        namespace: session.namespace,
        status: 'queued',
        confidence: memory.confidence,
        provenance: memory.provenance,
        type: memory.type,
      };
    });
  }

  rememberBatch(
    session: ActiveSession,
    request: BatchRememberRequest,
    key: string | null,
  ): Promise<Outcome<BatchRememberResponse>> {
    for (const memory of request.memories) checkContentLength(memory.content);
    const repeatable = { agentId: session.agentId, key, operation: 'batch-remember', body: request };
    return this.idempotency.once(repeatable, async (newId) => {
      const writer = this.writer(session);
      const memories = request.memories.map((each, at) => newMemory(each, writer, newId(at, each.content)));
      const dedupe = request.dedupe ?? false;
      const outcomes = await this.memories.store(session.namespace, memories, { dedupe });
      return batchResponse(session, outcomes.map(batchRow));
    });
  }

  async get(session: ActiveSession, id: string): Promise<Memory> {
    const memory = await this.memories.find(session.namespace, id);
    if (!memory) throw memoryNotFound(id);
    return memory;
  }

  async history(
    session: ActiveSession,
    id: string,
    after: PageCursor | null,
    limit: number,
  ): Promise<HistoryPage> {
    const page = await this.memories.readHistory(session.namespace, id, after, limit);
    if (!page) throw memoryNotFound(id);
    return page;
  }

  /** Returns the names of the fields given. */
  async edit(session: ActiveSession, id: string, request: EditMemoryRequest): Promise<string[]> {
    const edit = toEdit(request);
    const given = EDITABLE.filter((name) => (request[name] ?? null) !== null);
    if (given.length === 0) {
      throw new DomainError('nothing_to_update', `Give at least one of: ${EDITABLE.join(', ')}`);
    }
    if (edit.content !== null) checkContentLength(edit.content);
    const found = await this.memories.edit(session.namespace, id, edit, this.act(session));
    if (!found) throw memoryNotFound(id);
    return given;
  }

  async delete(session: ActiveSession, id: string): Promise<void> {
    const found = await this.memories.delete(session.namespace, id, this.act(session));
    if (!found) throw memoryNotFound(id);
  }

  async expire(session: ActiveSession, id: string, reason: string): Promise<ExpiryStamp> {
    const stamp = await this.lifecycle.expire(session.namespace, id, reason, this.act(session));
    if (!stamp) throw memoryNotFound(id);
    return stamp;
  }

  async restore(session: ActiveSession, id: string): Promise<void> {
    const before = await this.lifecycle.restore(session.namespace, id, this.act(session));
    if (!before) throw memoryNotFound(id);
  }

  private writer(session: ActiveSession) {
    return { agentId: session.agentId, sessionId: session.sessionId, at: this.clock.now() };
  }

  private act(session: ActiveSession): Act {
    return { at: this.clock.now(), sessionId: session.sessionId, by: session.agentId };
  }
}

const EDITABLE = ['title', 'content', 'type', 'confidence', 'tags', 'source', 'source_ref'] as const;

function toEdit(request: EditMemoryRequest): MemoryEdit {
  return {
    title: request.title ?? null,
    content: request.content ?? null,
    type: request.type ?? null,
    confidence: request.confidence ?? null,
    tags: request.tags ?? null,
    source: request.source ?? null,
    sourceRef: request.source_ref ?? null,
  };
}

const NOT_STORED = { duplicate: 'an active memory of this type says the same', rejected: 'deleted' } as const;

function batchRow({ id, action, type }: StoreOutcome): BatchRow {
  if (action === 'store') return { id, status: 'queued', action, reason: null, error: null, type };
  return { id, status: action, action, reason: NOT_STORED[action], error: null, type };
}

function batchResponse(session: ActiveSession, results: BatchRow[]): BatchRememberResponse {
  const failed = results.filter((row) => row.action === 'rejected').length;
  return {
    agent_id: session.agentId,
    session_id: session.sessionId,
    namespace: session.namespace,
    total_submitted: results.length,
    successful: results.length - failed,
    failed,
    results,
  };
}

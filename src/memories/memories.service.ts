import { Injectable } from '@nestjs/common';
import type { Memory, Act } from '../backend/memory';
import { MemoryStore } from '../backend/memory-store';
import { MemoryLifecycle, type ExpiryStamp } from '../backend/memory-lifecycle';
import type { HistoryPage, PageRequest } from '../backend/pages';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { actorOf, type ActiveSession } from '../sessions/session';
import { checkContentLength, memoryNotFound } from '../backend/memory-limits';
import { type EditMemoryRequest, EDITABLE, toEdit } from './memory-life.dto';

@Injectable()
export class MemoriesService {
  constructor(
    private readonly memories: MemoryStore,
    private readonly lifecycle: MemoryLifecycle,
    private readonly clock: Clock,
  ) {}

  async get(session: ActiveSession, id: string): Promise<Memory> {
    const memory = await this.memories.find(session.namespace, id);
    if (!memory) throw memoryNotFound(id);
    return memory;
  }

  async history(session: ActiveSession, id: string, page: PageRequest): Promise<HistoryPage> {
    const history = await this.memories.readHistory(session.namespace, id, page);
    if (!history) throw memoryNotFound(id);
    return history;
  }

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

  private act(session: ActiveSession): Act {
    return { at: this.clock.writeTime(), sessionId: session.sessionId, by: actorOf(session) };
  }
}

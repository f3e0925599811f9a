import { Injectable } from '@nestjs/common';
import { agentNotFound } from '../agents/agent';
import type { Memory, NewMemory } from '../backend/memory';
import { MemorySearch } from '../backend/memory-search';
import { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { secondsLeft, type ActiveSession } from './session';
import { SessionOpening, type IssuedSession } from './session-opening.service';
import { contentEdit, durationHours, summaryId, summaryMemory, type SessionSummary } from './session-summary';
import { invalidSessionToken } from './session-tokens.service';
import { SessionsRepository } from './sessions.repository';

export interface SessionView {
  session: ActiveSession;
  /** Whole seconds. */
  secondsLeft: number;
}

/** The life of a session, as its users steer it. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly repository: SessionsRepository,
    private readonly opening: SessionOpening,
    private readonly search: MemorySearch,
    private readonly memories: MemoryStore,
    private readonly clock: Clock,
  ) {}

  /** Starts a session in place of the one that the agent may have. Throws AgentNotFound. */
  async activate(agentId: string): Promise<IssuedSession> {
    const issued = await this.repository.transaction(async () => {
      const agent = await this.repository.lockAgent(agentId);
      if (agent === null) throw agentNotFound(agentId);
      return this.opening.open(agent, this.clock.now(), null);
    });
    this.search.warm(issued.session.namespace);
    return issued;
  }

  /**
   * Ends the session and stores its summary, both or neither; of several at once one does. Throws
   * InvalidSessionToken when it has ended already, and SessionNotFound when it went with its agent since the request
   * was let in.
   */
  deactivate(session: ActiveSession): Promise<SessionSummary> {
    const id = summaryId(session);
    return this.memories.together(session.namespace, [id], ([earlier]) =>
      this.end(session, id, earlier ?? null),
    );
  }

  /** The session activated last that is still active. Throws `no_active_session`. */
  async current(): Promise<SessionView> {
    const now = this.clock.now();
    const session = await this.repository.findLastActivated(now);
    if (session === null) throw new DomainError('no_active_session', 'No active session');
    return { session, secondsLeft: secondsLeft(session, now) };
  }

  /** `earlier` is the summary of one that came no further. */
  private async end(session: ActiveSession, id: string, earlier: Memory | null): Promise<SessionSummary> {
    const { agentId, namespace, sessionId, startedAt } = session;
    // In a transaction it keeps the others waiting; without one, holding the summary does.
    const agent = await this.repository.lockAgent(agentId);
    const found = agent && (await this.repository.find(sessionId));
    if (found?.status !== 'active') throw notEnded(agentId, found !== null);
    const endedAt = this.clock.now();
    const counted = await this.memories.countCreatedInSession(namespace, sessionId, startedAt);
    const memoriesCreated = earlier === null ? counted : counted - 1;
    const summary = memoriesCreated > 0 ? summaryMemory(session, endedAt, memoriesCreated, id) : null;
    if (summary !== null) await this.keep(session, summary, earlier);
    // It may have been superseded.
    if (!(await this.repository.terminate(sessionId, endedAt))) throw notEnded(agentId, true);
    const hours = durationHours(startedAt, endedAt);
    return {
      session,
      endedAt,
      durationHours: hours,
      memoriesCreated,
      summaryMemoryId: summary && summary.id,
    };
  }

  private async keep(session: ActiveSession, summary: NewMemory, earlier: Memory | null): Promise<void> {
    const { namespace, sessionId, agentId } = session;
    if (earlier === null) {
      await this.memories.store(namespace, [summary], { dedupe: false });
    } else {
      const act = { at: summary.createdAt, sessionId, by: agentId };
      await this.memories.edit(namespace, summary.id, contentEdit(summary.content), act);
    }
  }
}

function notEnded(agentId: string, isOnRecord: boolean): DomainError {
  if (isOnRecord) return invalidSessionToken();
  return new DomainError('SessionNotFound', `No session found for agent '${agentId}'`);
}

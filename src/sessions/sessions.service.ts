import { Injectable } from '@nestjs/common';
import { agentNotFound } from '../agents/agent';
import type { Memory, NewMemory } from '../backend/memory';
import { MemorySearch } from '../backend/memory-search';
import { MemoryStore } from '../backend/memory-store';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { SingleFlight } from '../common/single-flight';
import { isOverQuota } from '../quotas/quota';
import { actBy, secondsLeft, type ActiveSession } from './session';
import { SessionOpening, type JoinedSession } from './session-opening.service';
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
  private readonly joins = new SingleFlight<{ issued: JoinedSession; by: symbol }>();

  constructor(
    private readonly repository: SessionsRepository,
    private readonly opening: SessionOpening,
    private readonly search: MemorySearch,
    private readonly memories: MemoryStore,
    private readonly clock: Clock,
  ) {}

  /** Starts a session in place of the one that the agent may have, or joins that one. Throws AgentNotFound. */
  async activate(agentId: string, { join = false } = {}): Promise<JoinedSession> {
    const issued = join ? await this.join(agentId) : await this.start(agentId, 'open');
    this.search.warm(issued.session.namespace);
    return issued;
  }

  /**
   * Ends the session and stores its summary, both or neither; without a summary where a quota leaves no room for it. Throws
   * InvalidSessionToken or SessionNotFound.
   */
  deactivate(session: ActiveSession): Promise<SessionSummary> {
    return this.end(session, true).catch((error: unknown) => {
      if (!isOverQuota(error)) throw error;
      return this.end(session, false);
    });
  }

  private end(session: ActiveSession, isSummed: boolean): Promise<SessionSummary> {
    return this.memories.unitOfWork(session.namespace, {
      ids: [summaryId(session)],
      lock: () => this.lockActive(session),
      work: ([earlier]) => this.summarize(session, earlier ?? null, isSummed),
      record: async ({ endedAt }) => {
        // It may have been superseded.
        if (!(await this.repository.terminate(session, endedAt))) {
          throw notEnded(session, true);
        }
      },
    });
  }

  /** The newest active session of the agents matching a pattern; null: of all. Throws `no_active_session`. */
  async current(granted: readonly string[] | null): Promise<SessionView> {
    const now = this.clock.now();
    const session = await this.repository.findLastActivated(now, granted);
    if (session === null) throw new DomainError('no_active_session');
    return { session, secondsLeft: secondsLeft(session, now) };
  }

  /** Concurrent joins of an agent share one transaction that begins after they came. */
  private async join(agentId: string): Promise<JoinedSession> {
    const caller = Symbol('join');
    const { issued, by } = await this.joins.run(agentId, async () => {
      return { issued: await this.start(agentId, 'join'), by: caller };
    });
    return by === caller ? issued : { ...issued, joined: true };
  }

  private start(agentId: string, how: 'open' | 'join'): Promise<JoinedSession> {
    return this.repository.transaction(async () => {
      const agent = await this.repository.lockAgent(agentId);
      if (agent === null) throw agentNotFound(agentId);
      const now = this.clock.now();
      if (how === 'join') return this.opening.join(agent, now);
      return { ...(await this.opening.open(agent, now, null)), joined: false };
    });
  }

  private async lockActive(session: ActiveSession): Promise<void> {
    const { agentId, sessionId } = session;
    const agent = await this.repository.lockAgent(agentId);
    const found = agent && (await this.repository.find(sessionId));
    if (found?.status !== 'active') throw notEnded(session, found !== null);
  }

  /** `earlier`: the summary that an interrupted deactivation stored. */
  private async summarize(
    session: ActiveSession,
    earlier: Memory | null,
    isSummed: boolean,
  ): Promise<SessionSummary> {
    const { namespace, sessionId, startedAt } = session;
    const endedAt = this.clock.now();
    const counted = await this.memories.countCreatedInSession(namespace, sessionId, startedAt);
    const memoriesCreated = earlier === null ? counted : counted - 1;
    const id = summaryId(session);
    const summary =
      isSummed && memoriesCreated > 0
        ? { ...summaryMemory(session, endedAt, memoriesCreated, id), createdAt: this.clock.writeTime() }
        : null;
    if (summary !== null) await this.keep(session, summary, earlier);
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
    const { namespace } = session;
    if (earlier === null) {
      await this.memories.store(namespace, [summary], { dedupe: false, isOfService: true });
    } else {
      const act = actBy(session, summary.createdAt);
      await this.memories.edit(namespace, summary.id, contentEdit(summary.content), act);
    }
  }
}

function notEnded({ agentId, grant }: ActiveSession, isOnRecord: boolean): DomainError {
  // A request with a key presented no token.
  return isOnRecord && grant === undefined ? invalidSessionToken() : sessionNotFound(agentId);
}

export function sessionNotFound(agentId: string): DomainError {
  return new DomainError('SessionNotFound', `No session found for agent '${agentId}'`);
}

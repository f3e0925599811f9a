import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { agentNotFound } from '../agents/agent';
import { MemoryBackend } from '../backend/memory-backend';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { secondsLeft, type ActiveSession } from './session';
import { SessionOpening, type IssuedSession } from './session-opening.service';
import { durationHours, summaryMemory, type SessionSummary } from './session-summary';
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
    private readonly backend: MemoryBackend,
    private readonly clock: Clock,
  ) {}

  /** Starts a session in place of the one that the agent may have. Throws AgentNotFound. */
  async activate(agentId: string): Promise<IssuedSession> {
    const issued = await this.repository.transaction(async () => {
      const agent = await this.repository.lockAgent(agentId);
      if (agent === null) throw agentNotFound(agentId);
      return this.opening.open(agent, this.clock.now(), null);
    });
    this.backend.warm(issued.session.namespace);
    return issued;
  }

  /**
   * Ends the session and stores its summary, both or neither. Throws InvalidSessionToken when it has ended
   * already, and SessionNotFound when it went with its agent since the request was let in.
   */
  deactivate(session: ActiveSession): Promise<SessionSummary> {
    return this.repository.transaction(async () => {
      const endedAt = this.clock.now();
      if (!(await this.repository.terminate(session.sessionId, endedAt)))
        throw await this.whyNotEnded(session);
      const { namespace, sessionId, startedAt } = session;
      const memoriesCreated = await this.backend.countCreatedInSession(namespace, sessionId, startedAt);
      return {
        session,
        endedAt,
        durationHours: durationHours(startedAt, endedAt),
        memoriesCreated,
        summaryMemoryId: await this.summarise(session, endedAt, memoriesCreated),
      };
    });
  }

  /** The session activated last that is still active. Throws `no_active_session`. */
  async current(): Promise<SessionView> {
    const now = this.clock.now();
    const session = await this.repository.findLastActivated(now);
    if (session === null) throw new DomainError('no_active_session', 'No active session');
    return { session, secondsLeft: secondsLeft(session, now) };
  }

  private async summarise(session: ActiveSession, endedAt: Date, created: number): Promise<string | null> {
    if (created === 0) return null;
    const memory = summaryMemory(session, endedAt, created, uuidv7());
    await this.backend.store(session.namespace, [memory], { dedupe: false });
    return memory.id;
  }

  private async whyNotEnded({ sessionId, agentId }: ActiveSession): Promise<DomainError> {
    if ((await this.repository.find(sessionId)) !== null) return invalidSessionToken();
    return new DomainError('SessionNotFound', `No session found for agent '${agentId}'`);
  }
}

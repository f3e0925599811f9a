import { Injectable } from '@nestjs/common';
import { hasKeyExpired } from '../access/key';
import { Clock } from '../common/clock';
import { DomainError } from '../common/domain-error';
import { Env } from '../config/env';
import { eventStreams } from '../observability/counters';
import { GrantedSessions } from '../sessions/granted-sessions.service';
import { hasExpired, type ActiveSession } from '../sessions/session';

/** After this a stream by an OpenID Connect token ends, so that its reader shows the token again. */
const TOKEN_MS = 5 * 60_000;

/** How soon a key or session that was revoked ends its streams. */
export const RECHECK_MS = 15_000;

/** Decides who may have streams, how many, and for how long. */
@Injectable()
export class StreamAdmission {
  private total = 0;
  private readonly byAgent = new Map<string, number>();
  private readonly openedAt = new WeakMap<ActiveSession, number>();

  constructor(
    private readonly env: Env,
    private readonly granted: GrantedSessions,
    private readonly clock: Clock,
  ) {}

  /** Throws ServiceOverloaded. Call the returned function when the stream has ended. */
  enter(session: ActiveSession): () => void {
    const { agentId } = session;
    const ofAgent = this.byAgent.get(agentId) ?? 0;
    const most = this.env.EVENT_STREAMS;
    const mostOfAgent = Math.ceil(most / 2);
    if (this.total >= most) throw tooMany('The process', { max_event_streams: most });
    if (ofAgent >= mostOfAgent) throw tooMany('The agent', { max_event_streams_per_agent: mostOfAgent });
    this.total++;
    eventStreams.open++;
    this.byAgent.set(agentId, ofAgent + 1);
    this.openedAt.set(session, performance.now());
    return () => this.leave(agentId);
  }

  /** Whether the session, or the key, that opened a stream would be admitted now. */
  async stillAdmits(session: ActiveSession): Promise<boolean> {
    const { agentId, sessionId, grant } = session;
    const keyId = grant?.keyId ?? null;
    const found = await this.granted.find(keyId, agentId);
    const now = this.clock.now();
    if (!found.hasAgent) return false;
    if (grant === undefined) {
      return found.session?.sessionId === sessionId && !hasExpired(found.session, now);
    }
    if (keyId !== null) return found.key !== null && !hasKeyExpired(found.key, now);
    return performance.now() - (this.openedAt.get(session) ?? 0) < TOKEN_MS;
  }

  /**
   * Takes steps until one says that it was the last, the reader goes, or its session loses its rights. No step waits for
   * longer than `RECHECK_MS`.
   */
  async whileAdmitted(
    session: ActiveSession,
    signal: AbortSignal,
    step: () => Promise<boolean>,
  ): Promise<void> {
    let checkedAt = performance.now();
    while (!signal.aborted) {
      if (performance.now() - checkedAt >= RECHECK_MS) {
        if (!(await this.stillAdmits(session))) return;
        checkedAt = performance.now();
      }
      if (!(await step())) return;
    }
  }

  private leave(agentId: string): void {
    this.total--;
    eventStreams.open--;
    const left = (this.byAgent.get(agentId) ?? 1) - 1;
    if (left > 0) this.byAgent.set(agentId, left);
    else this.byAgent.delete(agentId);
  }
}

function tooMany(who: string, details: Readonly<Record<string, number>>): DomainError {
  return new DomainError(
    'ServiceOverloaded',
    `${who} has as many streams of events as it may: try again later`,
    details,
  );
}

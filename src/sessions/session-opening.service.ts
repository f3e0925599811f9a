import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import {
  expiryFrom,
  hasExpired,
  newSessionId,
  undatedFrom,
  type ActiveSession,
  type RenewalRule,
} from './session';
import { tokenHash } from './session-token';
import { SessionTokens } from './session-tokens.service';
import { SessionsRepository, type SessionAgent } from './sessions.repository';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The settings of durations as they are in force now. */
export function renewalRule(settings: RuntimeSettings): RenewalRule {
  return {
    durationMs: Math.max(1, Math.round(settings.get('session.default_duration_hours') * HOUR_MS)),
    windowMs: settings.get('session.renew_window_minutes') * MINUTE_MS,
  };
}

export interface IssuedSession {
  session: ActiveSession;
  token: string;
}

/** `joined`: it was live already. */
export interface JoinedSession extends IssuedSession {
  joined: boolean;
}

/** 48 random bits hardly ever repeat; a few tries make "hardly" never. */
const MAX_TRIES = 5;

/** Opens sessions of agents, and joins live ones. */
@Injectable()
export class SessionOpening {
  constructor(
    private readonly repository: SessionsRepository,
    private readonly tokens: SessionTokens,
    private readonly settings: RuntimeSettings,
  ) {}

  /** The live session under its current token, or a new one. To be called in a transaction that holds the agent. */
  async join(agent: SessionAgent, now: Date): Promise<JoinedSession> {
    const live = await this.findLive(agent.agentId, now);
    if (live !== null) return { ...live, joined: true };
    return { ...(await this.open(agent, now, null)), joined: false };
  }

  /** Replaces the agent's session, in a transaction that holds the agent. `replaced`: the id of an expired one. */
  async open(agent: SessionAgent, now: Date, replaced: string | null): Promise<IssuedSession> {
    await this.repository.closeActive(agent.agentId, now);
    await this.repository.countSession(agent.agentId, now);
    const former = replaced === null ? null : { sessionId: replaced, at: undatedFrom(now) };
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const issued = this.draft(agent, now);
      if (await this.repository.insert(issued.session, tokenHash(issued.token), former)) return issued;
    }
    throw new Error('No free session id was found');
  }

  private async findLive(agentId: string, now: Date): Promise<IssuedSession | null> {
    const session = await this.repository.findNewest(agentId);
    if (session?.status !== 'active' || hasExpired(session, now)) return null;
    const token = this.tokens.mint(session);
    // After a change of the secret the row has the digest of a token that this key cannot sign.
    return tokenHash(token) === session.tokenHash ? { session, token } : null;
  }

  private draft(agent: SessionAgent, now: Date): IssuedSession {
    const session: ActiveSession = {
      ...agent,
      sessionId: newSessionId(randomBytes),
      startedAt: now,
      expiresAt: expiryFrom(now, renewalRule(this.settings)),
    };
    return { session, token: this.tokens.mint(session) };
  }
}

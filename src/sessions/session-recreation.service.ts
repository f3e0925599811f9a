import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { hasExpired, type StoredSession } from './session';
import { SessionOpening, type IssuedSession } from './session-opening.service';
import type { VerifiedToken } from './session-token';
import { SessionTokens } from './session-tokens.service';
import { SessionsRepository } from './sessions.repository';
import { TokenSuccession } from './token-succession';

interface Recreated extends IssuedSession {
  /** Found, as made before by this or another replica; else it was made just now. */
  found: boolean;
  /** Requests that came later with the expired token are too late. */
  replacedAt: Date;
}

/** Gives an expired session a successor, at most one. */
@Injectable()
export class SessionRecreation {
  private readonly recreations = new TokenSuccession<Recreated | null>(() => performance.now());

  constructor(
    private readonly repository: SessionsRepository,
    private readonly opening: SessionOpening,
    private readonly tokens: SessionTokens,
    private readonly clock: Clock,
  ) {}

  /** A new session for an expired one, the same for parallel requests; null when it did not simply expire. */
  async recreate(expired: VerifiedToken): Promise<IssuedSession | null> {
    const early = this.recreations.precedes(expired.hash, expired.arrival);
    if (early === false) return null;
    const recreated = await this.recreations.succeed(expired.hash, async (onCommit) => {
      const result = await this.repository.transaction(() => this.replace(expired));
      if (result?.found !== false) return result;
      onCommit();
      // Before any client gets the new token; if it fails, the expired one is good a little longer.
      await this.repository
        .dateReplacement(result.session.sessionId, this.clock.now())
        .catch(() => undefined);
      return result;
    });
    if (recreated === null || !recreated.found || early === true) return recreated;
    // Another replica made it: its clock tells whether this request came before.
    return expired.arrival.at.getTime() <= recreated.replacedAt.getTime() ? recreated : null;
  }

  private async replace({ claims, hash }: VerifiedToken): Promise<Recreated | null> {
    const agent = await this.repository.lockAgent(claims.agentId);
    const newest = agent && (await this.repository.findNewest(claims.agentId));
    if (!newest) return null;
    if (newest.recreatedFrom === claims.sessionId && newest.status === 'active') {
      return {
        session: newest,
        token: this.tokens.mint(newest),
        found: true,
        replacedAt: replacedAt(newest),
      };
    }
    const now = this.clock.now();
    const replaceable = newest.sessionId === claims.sessionId && newest.tokenHash === hash;
    if (!replaceable || !hasOnlyExpired(newest, now)) return null;
    return { ...(await this.opening.open(agent, now, newest.sessionId)), found: false, replacedAt: now };
  }
}

/** A renewal since then dates another replacement, and was long after. */
function replacedAt({ previousTokenHash, renewedAt, startedAt }: StoredSession): Date {
  return previousTokenHash === null && renewedAt !== null ? renewedAt : startedAt;
}

function hasOnlyExpired(session: StoredSession, now: Date): boolean {
  return (session.status === 'active' || session.status === 'expired') && hasExpired(session, now);
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import { expiryFrom, isRenewalDue, undatedFrom, type StoredSession } from './session';
import { type IssuedSession, renewalRule } from './session-opening.service';
import { tokenHash } from './session-token';
import { SessionTokens } from './session-tokens.service';
import { SessionsRepository } from './sessions.repository';
import { TokenSuccession, type Arrival } from './token-succession';

/** Gives a session near its expiry a new token and a new span of life. */
@Injectable()
export class SessionRenewal {
  private readonly renewals = new TokenSuccession<IssuedSession | null>(() => performance.now());

  constructor(
    private readonly repository: SessionsRepository,
    private readonly tokens: SessionTokens,
    private readonly settings: RuntimeSettings,
    private readonly clock: Clock,
  ) {}

  isDue(session: StoredSession): boolean {
    return (
      this.settings.get('session.auto_renew_enabled') &&
      isRenewalDue(session, this.clock.now(), renewalRule(this.settings))
    );
  }

  /** The session under its next token, the same for parallel requests of all replicas; null when it ended. */
  renew(session: StoredSession): Promise<IssuedSession | null> {
    return this.renewals.succeed(session.tokenHash, async (onCommit) => {
      const issued = this.draft(session);
      if (await this.replace(session, issued)) {
        onCommit();
        await this.date(session.sessionId);
        return issued;
      }
      return this.renewedElsewhere(session);
    });
  }

  /** Whether a request came before its token was replaced; between replicas as exactly as their clocks agree. */
  cameBeforeRenewal(session: StoredSession, arrival: Arrival): boolean {
    const { previousTokenHash, renewedAt } = session;
    if (previousTokenHash === null || renewedAt === null) return false;
    return this.renewals.precedes(previousTokenHash, arrival) ?? arrival.at.getTime() <= renewedAt.getTime();
  }

  private draft(session: StoredSession): IssuedSession {
    const renewed = { ...session, expiresAt: expiryFrom(this.clock.now(), renewalRule(this.settings)) };
    return { session: renewed, token: this.tokens.mint(renewed) };
  }

  private replace(session: StoredSession, issued: IssuedSession): Promise<boolean> {
    return this.repository.renew({
      sessionId: session.sessionId,
      fromHash: session.tokenHash,
      toHash: tokenHash(issued.token),
      at: undatedFrom(this.clock.now()),
      expiresAt: issued.session.expiresAt,
    });
  }

  /** Before any client gets the new token. It is renewed already: if this fails, the old one is good a little longer. */
  private async date(sessionId: string): Promise<void> {
    await this.repository.dateReplacement(sessionId, this.clock.now()).catch(() => undefined);
  }

  private async renewedElsewhere(session: StoredSession): Promise<IssuedSession | null> {
    const latest = await this.repository.find(session.sessionId);
    if (latest?.status !== 'active' || latest.previousTokenHash !== session.tokenHash) return null;
    return { session: latest, token: this.tokens.mint(latest) };
  }
}

import { Injectable } from '@nestjs/common';
import { AGENT_ID, agentNotFound } from '../agents/agent';
import { BatchLoader } from '../common/batch-loader';
import { Clock } from '../common/clock';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import { LOOK_UPS, SessionsRepository, type FoundByGrant } from './sessions.repository';
import { hasExpired, type ActiveSession } from './session';
import { sessionNotFound, SessionsService } from './sessions.service';

export type GrantedSession = Omit<FoundByGrant, 'settingsVersion'>;

/** The sessions in which requests with keys and OpenID Connect tokens act. */
@Injectable()
export class GrantedSessions {
  private readonly lookUps: BatchLoader<string, FoundByGrant>;

  constructor(
    repository: SessionsRepository,
    private readonly sessions: SessionsService,
    private readonly settings: RuntimeSettings,
    private readonly clock: Clock,
  ) {
    this.lookUps = new BatchLoader((wanted) => repository.findByGrants(wanted), LOOK_UPS);
  }

  /** The key, the agent and its live session, of one instant. One statement reads all, for all requests that wait. */
  async find(keyId: string | null, agentId: string): Promise<GrantedSession> {
    // An id of another form is no agent's; the text may be one that the database does not take.
    const found = await this.lookUps.find(`${keyId ?? ''}/${AGENT_ID.test(agentId) ? agentId : ''}`);
    if (found === null) throw new Error('The look-up has a row for each key and agent');
    if (!this.settings.isAt(found.settingsVersion)) await this.settings.fresh();
    return found;
  }

  /** The live session; without one a new session if `mayOpen`. Throws AgentNotFound or SessionNotFound. */
  async enter(found: GrantedSession, agentId: string, mayOpen: boolean): Promise<ActiveSession> {
    if (!found.hasAgent) throw agentNotFound(agentId);
    if (found.session !== null && !hasExpired(found.session, this.clock.now())) return found.session;
    if (!mayOpen) throw sessionNotFound(agentId);
    return (await this.sessions.activate(agentId, { join: true })).session;
  }
}

import { Injectable } from '@nestjs/common';
import { TextChanges } from '../backend/text-changes.repository';
import { agentNotFound, namespaceOf, type Agent, type Supersession } from './agent';
import { AgentsRepository } from './agents.repository';
import { AgentsService } from './agents.service';

/** What can be changed about an agent after it was created. */
@Injectable()
export class AgentSettings {
  constructor(
    private readonly repository: AgentsRepository,
    private readonly agents: AgentsService,
    private readonly texts: TextChanges,
  ) {}

  /** Throws AgentNotFound. What was written while it was off is not compared afterwards. */
  async changeSupersession(agentId: string, supersession: Supersession): Promise<Agent> {
    const before = await this.repository.changeSupersession(agentId, supersession);
    if (before === null) throw agentNotFound(agentId);
    if (before === 'off' || supersession === 'off') await this.texts.skip(namespaceOf(agentId));
    return this.agents.get(agentId, true);
  }
}

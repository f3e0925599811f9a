import { Injectable } from '@nestjs/common';
import { TextChanges } from '../backend/text-changes.repository';
import { DomainError } from '../common/domain-error';
import { AgentOverrides } from '../database/agent-overrides';
import { agentNotFound, namespaceOf, type Agent } from './agent';
import { AgentsRepository, type AgentChange } from './agents.repository';
import { AgentsService } from './agents.service';

/** Changes the settings of an agent. */
@Injectable()
export class AgentSettings {
  constructor(
    private readonly repository: AgentsRepository,
    private readonly agents: AgentsService,
    private readonly texts: TextChanges,
    private readonly overrides: AgentOverrides,
  ) {}

  /** Throws AgentNotFound, `nothing_to_update`. What was written while supersession was off is not compared afterwards. */
  async change(agentId: string, change: AgentChange): Promise<Agent> {
    if (Object.keys(change).length === 0) throw new DomainError('nothing_to_update');
    const namespace = namespaceOf(agentId);
    const before = await this.repository.change(agentId, change);
    if (before === null) throw agentNotFound(agentId);
    const { supersession = before } = change;
    if (supersession !== before && [before, supersession].includes('off')) await this.texts.skip(namespace);
    this.overrides.changed(namespace);
    return this.agents.get(agentId, true);
  }
}

import { Injectable } from '@nestjs/common';
import { demandAgent, type Grant } from '../access/grant';
import { invalid } from '../common/validation-error';
import { agentNotFound } from './agent';
import { AgentReadsRepository } from './agent-reads.repository';

/** Which agents an agent reads beside its own memories. What they read themselves does not count. */
@Injectable()
export class AgentReads {
  constructor(private readonly repository: AgentReadsRepository) {}

  /** Throws AgentNotFound. */
  async get(agentId: string): Promise<string[]> {
    const reads = await this.repository.find(agentId);
    if (reads === null) throw agentNotFound(agentId);
    return reads;
  }

  /**
   * `grant`: of the caller, which must be for each of the agents; null where everything is allowed. Throws a validation
   * error for the agent itself, KeyNotForAgent, AgentNotFound.
   */
  async replace(agentId: string, reads: readonly string[], grant: Grant | null): Promise<void> {
    const self = reads.indexOf(agentId);
    if (self >= 0)
      throw invalid(['body', 'agents', self], 'Value error, an agent does not read itself', agentId);
    // Its access is `manage` here, which includes `read`.
    if (grant !== null) for (const each of reads) demandAgent(grant, each);
    await this.repository.replace(agentId, reads);
  }
}

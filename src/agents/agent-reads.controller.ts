import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentGrant } from '../access/current-grant';
import type { Grant } from '../access/grant';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { Documented } from '../common/documented';
import { AgentIdParam } from './agent-id.param';
import { AgentReadsRequest, AgentReadsResponse } from './agent-reads.dto';
import { AgentReads } from './agent-reads.service';

@ApiTags('Agents')
@ManagementRoute('manage')
@Controller('api/v2/agents/:agent_id/reads')
export class AgentReadsController {
  constructor(private readonly reads: AgentReads) {}

  @Get()
  @Documented({
    summary: 'The agents that an agent reads',
    description: 'Recall and answers of the agent find their memories too.',
    response: AgentReadsResponse,
  })
  async getAgentReads(@AgentIdParam() agentId: string): Promise<AgentReadsResponse> {
    return { agent_id: agentId, agents: await this.reads.get(agentId) };
  }

  @Put()
  @Documented({
    summary: 'Replace the agents that an agent reads',
    description:
      'A key must be for each of them. It holds from the next request on. What they read does not count.',
    response: AgentReadsResponse,
  })
  async setAgentReads(
    @AgentIdParam() agentId: string,
    @CurrentGrant() grant: Grant | null,
    @Body() { agents }: AgentReadsRequest,
  ): Promise<AgentReadsResponse> {
    await this.reads.replace(agentId, agents, grant);
    return { agent_id: agentId, agents };
  }
}

import { Body, Controller, Delete, Get, Patch, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { demandAgent, type Grant } from '../access/grant';
import { CurrentGrant } from '../access/current-grant';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { Documented } from '../common/documented';
import { tracedStore } from '../common/memory-spans';
import { requestedTimeCursor } from '../common/time-cursor';
import { AGENT_ID } from './agent';
import { agentChange, UpdateAgentDto } from './agent-change.dto';
import { AgentIdParam } from './agent-id.param';
import {
  AgentDeletedDto,
  agentDetailDto,
  agentDto,
  AgentDetailQuery,
  AgentDto,
  AgentListDto,
  AgentListQuery,
  CreateAgentDto,
  DeleteAgentQuery,
} from './agent.dto';
import { agentListJson } from './agent-list-json';
import { AgentQuotas } from './agent-quotas.service';
import { AgentSettings } from './agent-settings.service';
import { AgentsService } from './agents.service';

@ApiTags('Agents')
@Controller('api/v2/agents')
export class AgentsController {
  constructor(
    private readonly agents: AgentsService,
    private readonly settings: AgentSettings,
    private readonly quotas: AgentQuotas,
  ) {}

  @Post()
  @ManagementRoute('create', { scoped: true })
  @Documented({
    summary: 'Create an agent',
    description: 'Finds the memories of an earlier agent of the same id, if retained.',
    response: AgentDto,
    status: 201,
    errors: ['AgentAlreadyExists'],
  })
  async createAgent(@CurrentGrant() grant: Grant | null, @Body() body: CreateAgentDto): Promise<AgentDto> {
    const { agent_id: agentId, pattern, description } = body;
    if (grant !== null) demandAgent(grant, agentId);
    const created = await tracedStore('create-agent', agentId, () =>
      this.agents.create({ ...agentChange(body), agentId, pattern, description }),
    );
    return agentDto(created);
  }

  @Get()
  @ManagementRoute('manage')
  @Documented({
    summary: 'List agents, newest first',
    description: '`include_counts=false` leaves out the counts of memories. A key gets its agents.',
    response: AgentListDto,
  })
  async listAgents(
    @CurrentGrant() grant: Grant | null,
    @Query() { limit, pattern, cursor, include_counts }: AgentListQuery,
  ): Promise<StreamableFile> {
    const pages = this.agents.list(
      { limit, pattern, after: requestedTimeCursor(cursor, AGENT_ID), granted: grant?.agents ?? null },
      include_counts,
    );
    // A failure before the first page is answered as any other; later ones cut the answer off.
    const first = await pages.next();
    return new StreamableFile(agentListJson(first, pages), { type: 'application/json; charset=utf-8' });
  }

  @Get(':agent_id')
  @ManagementRoute('read')
  @Documented({
    summary: 'Get one agent',
    description: '`include_counts=false` leaves out the count of memories and the quotas.',
    response: AgentDto,
  })
  async getAgent(@AgentIdParam() agentId: string, @Query() query: AgentDetailQuery): Promise<AgentDto> {
    const agent = await this.agents.get(agentId, query.include_counts);
    return agentDetailDto(agent, query.include_counts ? await this.quotas.useOf(agent) : null);
  }

  @Patch(':agent_id')
  @ManagementRoute('manage')
  @Documented({
    summary: 'Change an agent',
    description: 'Memories that were stored while supersession was `off` are not compared afterwards.',
    response: AgentDto,
    errors: ['nothing_to_update'],
  })
  async updateAgent(@AgentIdParam() agentId: string, @Body() body: UpdateAgentDto): Promise<AgentDto> {
    const agent = await this.settings.change(agentId, agentChange(body));
    return agentDetailDto(agent, await this.quotas.useOf(agent));
  }

  @Delete(':agent_id')
  @ManagementRoute('manage')
  @Documented({
    summary: 'Delete an agent',
    description: 'Its sessions end. Its memories stay unless `delete-backup-too` is true.',
    response: AgentDeletedDto,
    errors: ['NamespaceError'],
  })
  async deleteAgent(
    @AgentIdParam() agentId: string,
    @Query() query: DeleteAgentQuery,
  ): Promise<AgentDeletedDto> {
    if (query['delete-backup-too']) {
      await tracedStore('delete-agent', agentId, () => this.agents.deleteWithMemories(agentId));
      return { message: `Agent '${agentId}' deleted (namespace and memories deleted)` };
    }
    await tracedStore('delete-agent', agentId, () => this.agents.delete(agentId));
    return { message: `Agent '${agentId}' deleted (namespace retained)` };
  }
}

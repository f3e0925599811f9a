import { Controller, Get, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { CurrentGrant } from '../access/current-grant';
import type { Grant } from '../access/grant';
import { LocalRoute } from '../access/loopback.guard';
import { AGENT_ID, type Agent, type AgentPage } from '../agents/agent';
import { AgentsService } from '../agents/agents.service';
import { Documented } from '../common/documented';
import { Cursor, Optional, Text, WholeNumber } from '../common/request-decorators';
import { requestedTimeCursor } from '../common/time-cursor';

const MAX_AGENTS = 100;

export class UiAgentsQuery {
  /**
   * At most so many.
   * @example 50
   */
  @Optional()
  @WholeNumber({ min: 1, max: MAX_AGENTS })
  limit = 50;

  /**
   * The `next_cursor` of the page before.
   * @example 'MTc3NzYzNjgwMDAwMC5zdXBwb3J0LWJvdA'
   */
  @Optional()
  @Cursor(300)
  cursor: string | null = null;

  /**
   * A part of the id.
   * @example 'bot'
   */
  @Optional()
  @Text({ maxCodePoints: 128 })
  part: string | null = null;
}

export class UiAgentDto {
  /**
   * The id.
   * @example 'support-bot'
   */
  agent_id!: string;

  /**
   * For people to read; null without one, and for some scopes.
   * @example 'Answers questions of customers'
   */
  description!: string | null;

  /**
   * Memories, active and expired; null for some scopes.
   * @example 12
   */
  @ApiProperty({ type: 'integer' })
  memory_count!: number | null;

  /**
   * Sessions so far; null for some scopes.
   * @example 3
   */
  @ApiProperty({ type: 'integer' })
  session_count!: number | null;

  /**
   * The last activation; null without any, and for some scopes.
   * @example '2026-05-01T12:00:00.000Z'
   */
  last_session!: string | null;
}

export class UiAgentsDto {
  /**
   * The agents, newest first.
   * @example []
   */
  agents!: UiAgentDto[];

  /**
   * Of the next page; null on the last one.
   * @example 'MTc3NzYzNjgwMDAwMC5zdXBwb3J0LWJvdA'
   */
  next_cursor!: string | null;
}

/** Who is limited to scopes may know that the agent is there, and nothing that is about all its memories. */
function uiAgentDto(agent: Agent, isWhole: boolean): UiAgentDto {
  return {
    agent_id: agent.agentId,
    description: isWhole ? agent.description : null,
    memory_count: isWhole ? agent.memoryCount : null,
    session_count: isWhole ? agent.sessionCount : null,
    last_session: (isWhole && agent.lastSession?.toISOString()) || null,
  };
}

@ApiTags('Local pages')
@LocalRoute('read', { scoped: true })
@Controller('api/ui/agents')
export class UiAgentsController {
  constructor(private readonly agents: AgentsService) {}

  @Get()
  @Documented({
    summary: 'Show the agents, newest first',
    description: 'A login sees those that it is for; one for some scopes not all about them.',
    response: UiAgentsDto,
  })
  async listUiAgents(
    @CurrentGrant() grant: Grant | null,
    @Query() { limit, cursor, part }: UiAgentsQuery,
  ): Promise<UiAgentsDto> {
    const after = requestedTimeCursor(cursor, AGENT_ID);
    const listing = { limit, pattern: null, part, after, granted: grant?.agents ?? null };
    // The limit is below the size of its pages.
    const first = await this.agents.list(listing, true).next();
    const { agents, nextCursor }: AgentPage = first.done ? { agents: [], nextCursor: null } : first.value;
    const isWhole = (grant?.scopes ?? null) === null;
    return { agents: agents.map((agent) => uiAgentDto(agent, isWhole)), next_cursor: nextCursor };
  }
}

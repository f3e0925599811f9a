import { ApiProperty } from '@nestjs/swagger';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentGrant } from '../access/current-grant';
import type { Grant } from '../access/grant';
import { LocalRoute } from '../access/loopback.guard';
import { Documented } from '../common/documented';
import type { AgentAttention } from './attention';
import { AttentionService } from './attention.service';

export class AgentAttentionDto {
  /**
   * The agent.
   * @example 'support-bot'
   */
  agent_id!: string;

  /**
   * Conflicts that are not resolved, of all days.
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  open_conflicts!: number;

  /**
   * The newest day with an open conflict; null without any.
   * @example '2026-05-01'
   */
  conflict_day!: string | null;

  /**
   * Files that could not be read.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  failed_files!: number;

  /**
   * 1 if the newest sweep is held, because it would have expired too many memories.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  held_sweeps!: number;
}

export class AttentionDto {
  /**
   * Agents that a person should look at, most conflicts first; at most 50.
   * @example []
   */
  agents!: AgentAttentionDto[];

  /**
   * Memories of all agents without a vector yet; 0 without a model, and for a login with a key or token.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  embeddings_waiting!: number;
}

function agentAttentionDto(agent: AgentAttention): AgentAttentionDto {
  return {
    agent_id: agent.agentId,
    open_conflicts: agent.openConflicts,
    conflict_day: agent.conflictDay,
    failed_files: agent.failedFiles,
    held_sweeps: agent.heldSweeps,
  };
}

@ApiTags('Local pages')
@LocalRoute('read')
@Controller('api/ui/attention')
export class AttentionController {
  constructor(private readonly attention: AttentionService) {}

  @Get()
  @Documented({
    summary: 'Show what a person should look at',
    description:
      'Open conflicts, failed files and held sweeps by agent, and memories that wait for their vector.',
    response: AttentionDto,
  })
  async getAttention(@CurrentGrant() grant: Grant | null): Promise<AttentionDto> {
    const { agents, embeddingsWaiting } = await this.attention.read(grant?.agents ?? null);
    return {
      agents: agents.map(agentAttentionDto),
      embeddings_waiting: embeddingsWaiting,
    };
  }
}

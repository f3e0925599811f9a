import { Shown } from '../common/fields';
import type { AgentAttention } from './attention';

export class AgentAttentionDto {
  @Shown({ description: 'The agent.', example: 'support-bot' })
  agent_id!: string;

  @Shown({ description: 'Conflicts that are not resolved, of all days.', example: 2, type: 'integer' })
  open_conflicts!: number;

  @Shown({
    description: 'The newest day with an open conflict; null without any.',
    example: '2026-05-01',
    type: String,
    nullable: true,
  })
  conflict_day!: string | null;

  @Shown({ description: 'Files that could not be read.', example: 0, type: 'integer' })
  failed_files!: number;

  @Shown({
    description: '1 if the newest sweep is held, because it would have expired too many memories.',
    example: 0,
    type: 'integer',
  })
  held_sweeps!: number;
}

export class AttentionDto {
  @Shown({
    description: 'Agents that a person should look at, most conflicts first; at most 50.',
    example: [],
    type: () => AgentAttentionDto,
    isArray: true,
  })
  agents!: AgentAttentionDto[];

  @Shown({ description: 'Memories without a vector yet; 0 without a model.', example: 0, type: 'integer' })
  embeddings_waiting!: number;
}

export function agentAttentionDto(agent: AgentAttention): AgentAttentionDto {
  return {
    agent_id: agent.agentId,
    open_conflicts: agent.openConflicts,
    conflict_day: agent.conflictDay,
    failed_files: agent.failedFiles,
    held_sweeps: agent.heldSweeps,
  };
}

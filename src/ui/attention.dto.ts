import { Shown, ShownList } from '../common/fields';

export class AgentAttentionDto {
  @Shown('The agent.', 'support-bot')
  agent_id!: string;

  @Shown('Conflicts that are not resolved, of all days.', 2, { type: 'integer' })
  open_conflicts!: number;

  @Shown('The newest day with an open conflict; null without any.', '2026-05-01', {
    type: String,
    nullable: true,
  })
  conflict_day!: string | null;

  @Shown('Files that could not be read.', 0, { type: 'integer' })
  failed_files!: number;

  @Shown('1 if the newest sweep is held, because it would have expired too many memories.', 0, {
    type: 'integer',
  })
  held_sweeps!: number;
}

export class AttentionDto {
  @ShownList('Agents that a person should look at, most conflicts first; at most 50.', AgentAttentionDto)
  agents!: AgentAttentionDto[];

  @Shown('Memories without a vector yet; 0 without a model.', 0, { type: 'integer' })
  embeddings_waiting!: number;
}

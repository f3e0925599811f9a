import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { answerOf } from '../common/answer-of';
import { Documented } from '../common/documented';
import { Shown, ShownList } from '../common/fields';
import { AttentionService } from './attention.service';

class AgentAttentionDto {
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

class AttentionDto {
  @ShownList('Agents that a person should look at, most conflicts first; at most 50.', AgentAttentionDto)
  agents!: AgentAttentionDto[];

  @Shown('Memories without a vector yet; 0 without a model.', 0, { type: 'integer' })
  embeddings_waiting!: number;
}

@ApiTags('Local pages')
@LocalRoute()
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
  async getAttention(): Promise<AttentionDto> {
    const { agents, embeddingsWaiting } = await this.attention.read();
    return {
      agents: agents.map((agent) => answerOf(AgentAttentionDto, agent)),
      embeddings_waiting: embeddingsWaiting,
    };
  }
}

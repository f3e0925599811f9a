import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { answerOf } from '../common/answer-of';
import { Documented } from '../common/documented';
import { Shown, ShownInteger, ShownList } from '../common/fields';
import { withProperties } from '../common/with-properties';
import { AttentionService } from './attention.service';

class AgentAttentionDto extends withProperties({
  agent_id: Shown('The agent.', 'support-bot'),
  open_conflicts: ShownInteger('Conflicts that are not resolved, of all days.', 2),
  conflict_day: Shown('The newest day with an open conflict; null without any.', '2026-05-01', {
    type: String,
    nullable: true,
  }),
  failed_files: ShownInteger('Files that could not be read.', 0),
  held_sweeps: ShownInteger(
    '1 if the newest sweep is held, because it would have expired too many memories.',
    0,
  ),
}) {}

class AttentionDto extends withProperties({
  agents: ShownList(
    'Agents that a person should look at, most conflicts first; at most 50.',
    AgentAttentionDto,
  ),
  embeddings_waiting: ShownInteger('Memories without a vector yet; 0 without a model.', 0),
}) {}

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

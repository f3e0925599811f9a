import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { answerOf } from '../common/answer-of';
import { Documented } from '../common/documented';
import { AgentAttentionDto, AttentionDto } from './attention.dto';
import { AttentionService } from './attention.service';

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
    errors: [],
  })
  async getAttention(): Promise<AttentionDto> {
    const { agents, embeddingsWaiting } = await this.attention.read();
    return {
      agents: agents.map((agent) => answerOf(AgentAttentionDto, agent)),
      embeddings_waiting: embeddingsWaiting,
    };
  }
}

import { ApiProperty } from '@nestjs/swagger';
import { AGENT_ID_FORM } from '../agents/agent';
import { Text } from '../common/request-decorators';
import { AgentAnswer } from '../sessions/session-answer.dto';

export class TransferRequest {
  /**
   * The agent that gets the memory
   * @example 'team-handbook'
   */
  @Text({ maxCodePoints: 128, pattern: AGENT_ID_FORM })
  to!: string;
}

export class TransferResponse extends AgentAnswer {
  /** The id of the memory there: of a move the same, of a copy another one */
  @ApiProperty({ example: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e' })
  memory_id!: string;
}

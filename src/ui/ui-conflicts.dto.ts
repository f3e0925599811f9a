import { AGENT_ID, AGENT_ID_RULE } from '../agents/agent';
import { TextField } from '../common/fields';
import { DAY_FIELD } from '../common/utc-day';

export class GenerateConflictsStreamRequest {
  @TextField({
    description: 'The agent',
    example: 'support-bot',
    pattern: { regex: AGENT_ID, says: `Value must be ${AGENT_ID_RULE}` },
  })
  agent_id!: string;

  @TextField(DAY_FIELD)
  date?: string | null;
}

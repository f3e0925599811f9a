import { applyDecorators } from '@nestjs/common';
import { listRule, textRule } from '../common/field-rules';
import { Cleaned, Keeps } from '../common/request-decorators';
import { AGENT_ID, AGENT_ID_FORM } from './agent';

/** Agents that one agent may read. */
const MAX_READS = 16;

const rule = listRule(textRule({ pattern: AGENT_ID_FORM }), 0, MAX_READS);

function Agents(): PropertyDecorator {
  const items = { type: 'string', pattern: AGENT_ID.source };
  return applyDecorators(
    Keeps('agents', rule, { type: 'array', items, maxItems: MAX_READS }),
    Cleaned(rule, (agents: string[]) => [...new Set(agents)]),
  );
}

export class AgentReadsRequest {
  /**
   * Agents whose memories are found too, at most 16; empty for none
   * @example ["team-handbook"]
   */
  @Agents()
  agents!: string[];
}

export class AgentReadsResponse {
  /**
   * The agent that reads
   * @example 'support-bot'
   */
  agent_id!: string;

  /**
   * Agents whose memories are found too
   * @example ["team-handbook"]
   */
  agents!: string[];
}

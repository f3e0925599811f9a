import { OneOf, Optional, Text } from '../common/request-decorators';
import type { RedactionMode } from '../config/env-choices';
import { AGENT_PATTERNS, SUPERSESSIONS, type AgentPattern, type Supersession } from './agent';
import { AgentLimitsDto, MAX_DESCRIPTION, type Redaction } from './agent.dto';
import { quotaChange } from './agent-quotas.dto';
import type { AgentChange } from './agents.repository';

/** What is left out or null stays. */
export class UpdateAgentDto extends AgentLimitsDto {
  /**
   * Empty for none.
   * @example 'Answers questions'
   */
  @Optional()
  @Text({ maxCodePoints: MAX_DESCRIPTION, allowBlank: true })
  description?: string | null;

  /**
   * The purpose.
   * @example 'support'
   */
  @Optional()
  @OneOf(AGENT_PATTERNS)
  pattern?: AgentPattern | null;

  /**
   * As when the agent is created.
   * @example 'auto'
   */
  @Optional()
  @OneOf(SUPERSESSIONS)
  supersession?: Supersession | null;
}

/** What a request says of the settings of an agent. */
export function agentChange(given: UpdateAgentDto): AgentChange {
  const { description, pattern, supersession, redaction, redaction_personal } = given;
  return {
    ...quotaChange(given),
    ...((description ?? null) !== null && { description: description || null }),
    ...(pattern && { pattern }),
    ...(supersession && { supersession }),
    ...(redaction && { redaction: redactionOf(redaction) }),
    ...(redaction_personal && { redactionPersonal: redactionOf(redaction_personal) }),
  };
}

function redactionOf(given: Redaction): RedactionMode | null {
  return given === 'default' ? null : given;
}

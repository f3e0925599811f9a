import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { onMethod } from '../common/uuid-param';
import { AGENT_ID, pathAgentId } from './agent';

class AgentIdPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    return pathAgentId(value);
  }
}

const documented = onMethod(
  ApiParam({
    name: 'agent_id',
    description: "The agent's id.",
    example: 'support-bot',
    schema: { type: 'string', pattern: AGENT_ID.source, example: 'support-bot' },
  }),
);

/** The `agent_id` of the path, validated (else 422), and its documentation. */
export function AgentIdParam(): ParameterDecorator {
  return (target, key, index) => {
    Param('agent_id', new AgentIdPipe())(target, key, index);
    documented(target, key, index);
  };
}

import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { AGENT_ID, pathAgentId } from './agent';

class AgentIdPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    return pathAgentId(value);
  }
}

/** The `agent_id` of the path, validated (else 422), and its documentation. */
export function AgentIdParam(): ParameterDecorator {
  return (target, key, index) => {
    if (key === undefined) throw new TypeError('AgentIdParam is for parameters of a handler');
    Param('agent_id', new AgentIdPipe())(target, key, index);
    const handler = Object.getOwnPropertyDescriptor(target, key);
    if (handler !== undefined) documentAgentId(target, key, handler);
  };
}

/** Documents the path parameter of a handler, for guards that read it without handing it on. */
export const documentAgentId: MethodDecorator = ApiParam({
  name: 'agent_id',
  description: "The agent's id.",
  example: 'support-bot',
  schema: { type: 'string', pattern: AGENT_ID.source, example: 'support-bot' },
});

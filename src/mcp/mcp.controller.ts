import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { UnreadBody } from '../common/request-body';
import { invalid } from '../common/validation-error';
import { CurrentCaller, McpAccessGuard } from './mcp-access.guard';
import type { McpCaller } from './mcp-admission.service';
import { McpServers } from './mcp-server.service';

/** The MCP endpoint. Its messages are JSON-RPC, which docs/MCP.md describes, so it is not in the API document. */
@ApiExcludeController()
@UseGuards(McpAccessGuard)
@Controller('mcp')
export class McpController {
  constructor(private readonly servers: McpServers) {}

  /** `agents/:agent_id`: of an agent that the client's settings name; without it, see `McpAdmission`. */
  @Post(['', 'agents/:agent_id'])
  @HttpCode(200)
  async call(
    @CurrentCaller() caller: McpCaller,
    @Body() body: unknown,
    @Res() response: Response,
  ): Promise<void> {
    checkMessage(body);
    const answer = await this.servers.answer(body, caller);
    response.status(answer.status);
    const text = await answer.text();
    if (text === '') response.end();
    else response.type('application/json').send(text);
  }
}

/** Throws a ValidationError unless the body is one message: batches ended with the revision of June 2025. */
function checkMessage(body: unknown): void {
  if (body === undefined || body instanceof UnreadBody) {
    throw invalid(['body'], 'Send the message as JSON, with Content-Type: application/json', null);
  }
  if (Array.isArray(body)) throw invalid(['body'], 'Send one message at a time, not a batch', null);
}

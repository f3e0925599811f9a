import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Logged } from '../activity/logged-route';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { AgentIdParam } from '../agents/agent-id.param';
import { Documented } from '../common/documented';
import { CurrentSession } from './current-session';
import { ManagedSessionRoute } from './managed-session-route';
import type { ActiveSession } from './session';
import { clearSessionCookie, setSessionCookie } from './session-cookie';
import { SessionDto, sessionDto, SessionSummaryDto, sessionSummaryDto } from './session.dto';
import { SessionsService } from './sessions.service';

@ApiTags('Sessions')
@Controller('api/v2/agents/:agent_id')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Post('activate')
  @HttpCode(200)
  @ManagementRoute()
  @Documented({
    summary: 'Start a session',
    description: "Takes the place of the agent's former session, whose token stops working. Takes no body.",
    response: SessionDto,
    errors: ['management_access_denied', 'AgentNotFound', 'validation', 'BackendUnavailable'],
  })
  async activate(
    @AgentIdParam() agentId: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionDto> {
    const issued = await this.sessions.activate(agentId);
    setSessionCookie(request, response, issued.token);
    return sessionDto(issued);
  }

  @Post('deactivate')
  @HttpCode(200)
  @ManagedSessionRoute()
  @Logged('deactivate', 'write', (answer: SessionSummaryDto) => (answer.summary_memory_id === null ? 0 : 1))
  @Documented({
    summary: 'End the session',
    description: 'Needs management access besides the session token. Takes no body.',
    response: SessionSummaryDto,
    errors: [
      'missing_session_token',
      'InvalidSessionToken',
      'SessionExpired',
      'management_access_denied',
      'SessionNotFound',
      'validation',
      'InternalServerError',
      'BackendUnavailable',
    ],
  })
  async deactivate(
    @AgentIdParam() _agentId: string,
    @CurrentSession() session: ActiveSession,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionSummaryDto> {
    const summary = await this.sessions.deactivate(session);
    clearSessionCookie(request, response);
    return sessionSummaryDto(summary);
  }
}

import { Body, Controller, Header, Post, Req, Res, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { clearSessionCookie, setSessionCookie } from '../access/session-credential';
import { Logged } from '../activity/logged-route';
import type { Grant } from '../access/grant';
import { CurrentGrant } from '../access/current-grant';
import { ManagementRoute } from '../access/loopback-or-api-key.guard';
import { AgentIdParam } from '../agents/agent-id.param';
import { Documented } from '../common/documented';
import { CurrentSession } from './current-session';
import { ManagedSessionRoute } from './session-route';
import type { ActiveSession } from './session';
import {
  ActivateRequest,
  SessionDto,
  sessionDto,
  SessionSummaryDto,
  sessionSummaryDto,
  SessionStatusDto,
  sessionStatusDto,
} from './session.dto';
import { SessionsService } from './sessions.service';

/** The answer holds a token: it must not be stored, nor compressed together with values of the request (BREACH). */
const TOKEN_CACHE_CONTROL = 'no-store, no-transform';

@ApiTags('Sessions')
@Controller('api/v2/agents/:agent_id')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Post('activate')
  @Header('Cache-Control', TOKEN_CACHE_CONTROL)
  @ManagementRoute('manage')
  @Documented({
    summary: 'Start or join a session',
    description:
      "It takes the place of the agent's former session, whose token stops working. With `join`, " +
      'clients share the live session.',
    response: SessionDto,
  })
  async activate(
    @AgentIdParam() agentId: string,
    @CurrentGrant() grant: Grant | null,
    @Body() { join }: ActivateRequest,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionDto> {
    const issued = await this.sessions.activate(agentId, { join });
    // A browser has no key.
    if (grant === null) setSessionCookie(request, response, issued.token);
    return join ? { ...sessionDto(issued), joined: issued.joined } : sessionDto(issued);
  }

  @Post('deactivate')
  @ManagedSessionRoute()
  @Logged('deactivate', 'write', (answer: SessionSummaryDto) => (answer.summary_memory_id === null ? 0 : 1))
  @Documented({
    summary: 'End the session',
    description: 'Needs management access besides the session token, or a key. Takes no body.',
    response: SessionSummaryDto,
    errors: ['SessionNotFound'],
  })
  async deactivate(
    @AgentIdParam() _agentId: string,
    @CurrentSession() session: ActiveSession,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionSummaryDto> {
    const summary = await this.sessions.deactivate(session);
    if (session.grant === undefined) clearSessionCookie(request, response);
    return sessionSummaryDto(summary);
  }
}

@ApiTags('Sessions')
@Controller('api/v2/status')
export class StatusController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @ManagementRoute('manage')
  @Documented({
    summary: 'Show the session activated last',
    description: 'If it is still active. A key gets that of its agents.',
    response: SessionStatusDto,
    errors: ['no_active_session'],
  })
  async getStatus(@CurrentGrant() grant: Grant | null): Promise<SessionStatusDto> {
    return sessionStatusDto(await this.sessions.current(grant?.agents ?? null));
  }
}

import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentGrant } from '../access/current-grant';
import type { Grant } from '../access/grant';
import { LocalRoute } from '../access/loopback.guard';
import { Documented } from '../common/documented';
import {
  MAX_DAYS,
  uiEventDto,
  UiSessionDetailDto,
  uiSessionDto,
  UiSessionQuery,
  UiSessionsDto,
  UiSessionsQuery,
  uiToolDto,
} from './ui-sessions.dto';
import { UiSessionsService } from './ui-sessions.service';

@ApiTags('Local pages')
@LocalRoute('read')
@Controller('api/ui/sessions')
export class UiSessionsController {
  constructor(private readonly usage: UiSessionsService) {}

  @Get()
  @Documented({
    summary: 'Show the sessions of the last days and the tools that used them',
    description: 'From the activity log, which holds no contents.',
    response: UiSessionsDto,
  })
  async listUiSessions(
    @CurrentGrant() grant: Grant | null,
    @Query() query: UiSessionsQuery,
  ): Promise<UiSessionsDto> {
    const { sessions, tools, now } = await this.usage.list(query.days, grant?.agents ?? null);
    const shown = tools.map((tool) => uiToolDto(tool, now));
    return {
      days: query.days,
      sessions: sessions.map((session) => uiSessionDto(session, now)),
      tools: shown,
      live_count: shown.filter(({ live }) => live).length,
    };
  }

  @Get(':session_id')
  @ApiParam({ name: 'session_id', description: "The session's id.", example: 'sess_0a1b2c3d4e5f' })
  @Documented({
    summary: 'Show a session and what was done in it',
    description: 'Lists the operations of the session in the given days, without contents.',
    response: UiSessionDetailDto,
    errors: ['SessionNotFound'],
  })
  async getUiSession(
    @CurrentGrant() grant: Grant | null,
    @Param('session_id') sessionId: string,
    @Query() query: UiSessionQuery,
  ): Promise<UiSessionDetailDto> {
    const days = Math.min(query.days, MAX_DAYS);
    const { session, events, now } = await this.usage.get(sessionId, days, grant);
    return {
      session: uiSessionDto(session, now),
      events: events.map(uiEventDto),
    };
  }
}

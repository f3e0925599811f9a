import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentGrant } from '../access/current-grant';
import { demandAgent, type Grant } from '../access/grant';
import { LocalRoute } from '../access/loopback.guard';
import { AGENT_ID_FORM } from '../agents/agent';
import { Documented } from '../common/documented';
import { Optional, Text, WholeNumber } from '../common/request-decorators';
import { MAX_DAYS, OperationCountsDto, operationCountsDto, uiEventDto, UiEventDto } from './ui-sessions.dto';
import { UiSessionsService } from './ui-sessions.service';

export class UiActivityQuery {
  /**
   * How many days to look back.
   * @example 7
   */
  @Optional()
  @WholeNumber({ min: 1, max: MAX_DAYS })
  days = 7;

  /**
   * Only this agent.
   * @example 'support-bot'
   */
  @Optional()
  @Text({ pattern: AGENT_ID_FORM })
  agent_id: string | null = null;

  /**
   * Only this session.
   * @example 'sess_0a1b2c3d4e5f'
   */
  @Optional()
  @Text({ maxCodePoints: 64 })
  session_id: string | null = null;

  /**
   * Only operations of this key or token. Days are not filtered by it.
   * @example 'key:ci'
   */
  @Optional()
  @Text({ maxCodePoints: 300 })
  by: string | null = null;
}

export class UiActivityDayDto extends OperationCountsDto {
  /**
   * The day (UTC).
   * @example '2026-05-01'
   */
  day!: string;
}

export class UiActivityDto {
  /**
   * Days with operations, oldest first.
   * @example []
   */
  per_day!: UiActivityDayDto[];

  /**
   * Operations, newest first; at most 200.
   * @example []
   */
  events!: UiEventDto[];
}

@ApiTags('Local pages')
@LocalRoute('read')
@Controller('api/ui/activity')
export class UiActivityController {
  constructor(private readonly usage: UiSessionsService) {}

  @Get()
  @Documented({
    summary: 'Show what agents did in the last days',
    description: 'Counts of each day, and the newest operations, without contents.',
    response: UiActivityDto,
  })
  async listUiActivity(
    @CurrentGrant() grant: Grant | null,
    @Query() query: UiActivityQuery,
  ): Promise<UiActivityDto> {
    const { agent_id: agentId, session_id: sessionId, by } = query;
    if (grant !== null && agentId !== null) demandAgent(grant, agentId);
    const filter = { agentId, sessionId, by, granted: grant?.agents ?? null };
    const { days, events } = await this.usage.activity(query.days, filter);
    return {
      per_day: days.map((day) => ({ ...operationCountsDto(day), day: day.day })),
      events: events.map(uiEventDto),
    };
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { answerOf } from '../common/answer-of';
import { Documented } from '../common/documented';
import { UiActivityDayDto, UiActivityDto, UiActivityQuery } from './ui-activity.dto';
import { UiEventDto } from './ui-sessions.dto';
import { UiSessionsService } from './ui-sessions.service';

@ApiTags('Local pages')
@LocalRoute()
@Controller('api/ui/activity')
export class UiActivityController {
  constructor(private readonly usage: UiSessionsService) {}

  @Get()
  @Documented({
    summary: 'Show what agents did in the last days',
    description: 'Counts of each day, and the newest operations, without contents.',
    response: UiActivityDto,
    errors: ['validation', 'BackendUnavailable'],
  })
  async listUiActivity(@Query() query: UiActivityQuery): Promise<UiActivityDto> {
    const filter = { agentId: query.agent_id, sessionId: query.session_id, by: query.by };
    const { days, events } = await this.usage.activity(query.days, filter);
    return {
      per_day: days.map((day) => answerOf(UiActivityDayDto, day)),
      events: events.map((event) => answerOf(UiEventDto, event)),
    };
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LocalRoute } from '../access/loopback.guard';
import { AGENT_ID_FORM } from '../agents/agent';
import { answerOf } from '../common/answer-of';
import { Documented } from '../common/documented';
import { IntegerField, Shown, ShownList, TextField } from '../common/fields';
import { withProperties } from '../common/with-properties';
import { MAX_DAYS, OperationCountsDto, UiEventDto } from './ui-sessions.dto';
import { UiSessionsService } from './ui-sessions.service';

class UiActivityQuery extends withProperties({
  days: IntegerField<number>('How many days to look back.', 7, { min: 1, max: MAX_DAYS, default: 7 }),
  agent_id: TextField<string | null>('Only this agent.', 'support-bot', {
    pattern: AGENT_ID_FORM,
    required: false,
  }),
  session_id: TextField<string | null>('Only this session.', 'sess_0a1b2c3d4e5f', {
    maxCodePoints: 64,
    required: false,
  }),
  by: TextField<string | null>(
    'Only operations of this key or token. Days are not filtered by it.',
    'key:ci',
    { maxCodePoints: 300, required: false },
  ),
}) {}

class UiActivityDayDto extends withProperties(OperationCountsDto, {
  day: Shown('The day (UTC).', '2026-05-01'),
}) {}

class UiActivityDto extends withProperties({
  per_day: ShownList('Days with operations, oldest first.', UiActivityDayDto),
  events: ShownList('Operations, newest first; at most 200.', UiEventDto),
}) {}

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

import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { EventStream } from '../common/event-stream';
import { DATE_FORMATS, parseInstant } from '../common/utc-dates';
import { invalid } from '../common/validation-error';
import { CurrentSession } from '../sessions/current-session';
import type { ActiveSession } from '../sessions/session';
import { SessionRoute } from '../sessions/session-route';
import { stopCounting } from '../traffic/concurrency-limit';
import { placeOf } from './agent-event';
import { EVENT_ID, EventsQuery, StreamedEvent } from './events.dto';
import { EventStarts, type EventStart } from './event-starts.service';
import { EventStreams } from './event-streams.service';
import { StreamAdmission } from './stream-admission.service';

const EVENTS = 'text/event-stream';

@ApiTags('Events')
@SessionRoute('read')
@Controller('api/v2/agents/:agent_id')
export class EventsController {
  constructor(
    private readonly starts: EventStarts,
    private readonly streams: EventStreams,
    private readonly admission: StreamAdmission,
  ) {}

  @Get('events')
  @Logged('events', 'read', ({ sent }: { sent: number }) => sent)
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'As `since`, which it comes before',
    schema: { type: 'string', example: EVENT_ID },
  })
  @Documented({
    summary: 'What becomes of memories, as it happens',
    description:
      'Server-sent events, each at least once, in the order of commits; ids, never content (docs/EVENTS.md).',
    response: { [EVENTS]: StreamedEvent },
    errors: ['validation', 'ServiceOverloaded'],
  })
  async streamEvents(
    @CurrentSession() session: ActiveSession,
    @Query() query: EventsQuery,
    @Headers('last-event-id') lastId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<{ sent: number }> {
    const start = await this.startOf(session.namespace, query, lastId);
    const leave = this.admission.enter(session);
    try {
      stopCounting(request);
      const stream = new EventStream(response);
      const sent = query.follow
        ? await this.streams.follow(session, start, stream)
        : await this.streams.sendPast(session, start, stream);
      return { sent };
    } finally {
      leave();
    }
  }

  private startOf(
    chain: string,
    { since, follow }: EventsQuery,
    lastId: string | undefined,
  ): Promise<EventStart> {
    const [text, loc] = lastId ? [lastId, ['header', 'Last-Event-ID']] : [since, ['query', 'since']];
    if (text === null) return follow ? this.starts.atEnd(chain) : this.starts.atBeginning(chain);
    const place = placeOf(text);
    if (place !== null) return this.starts.after(chain, place);
    const instant = lastId ? null : parseInstant(text, 'start');
    if (instant !== null) return this.starts.atTime(chain, instant);
    throw invalid(
      loc,
      `Value error, expected the id of an event${lastId ? '' : `, or ${DATE_FORMATS}`}`,
      text,
    );
  }
}

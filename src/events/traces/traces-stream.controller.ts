import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Logged } from '../../activity/logged-route';
import { Documented } from '../../common/documented';
import { EventStream } from '../../common/event-stream';
import { DATE_FORMATS, parseInstant } from '../../common/utc-dates';
import { UUID_ANY_CASE } from '../../common/uuid';
import { invalid } from '../../common/validation-error';
import { CurrentSession } from '../../sessions/current-session';
import type { ActiveSession } from '../../sessions/session';
import { SessionRoute } from '../../sessions/session-route';
import { stopCounting } from '../../traffic/concurrency-limit';
import { firstIdAt } from '../../traces/recall-trace';
import { EventsQuery, StreamedEvent } from '../events.dto';
import { StreamAdmission } from '../stream-admission.service';
import { TraceStreams } from './trace-streams.service';

const EVENTS = 'text/event-stream';
const BEGINNING = firstIdAt(new Date(0));

@ApiTags('Events')
@SessionRoute('manage')
@Controller('api/v2/agents/:agent_id')
export class TracesStreamController {
  constructor(
    private readonly streams: TraceStreams,
    private readonly admission: StreamAdmission,
  ) {}

  @Get('events/traces')
  @Logged('trace-stream', 'read', () => 0)
  @Documented({
    summary: 'Recalls and answers, as they happen',
    description:
      'Events `ready` and `trace`, of the records of `GET …/traces`, each at least once (docs/EVENTS.md).',
    response: { [EVENTS]: StreamedEvent },
    errors: ['validation', 'ServiceOverloaded'],
  })
  async streamTraces(
    @CurrentSession() session: ActiveSession,
    @Query() query: EventsQuery,
    @Headers('last-event-id') lastId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const after = placeOf(query.since, lastId);
    const leave = this.admission.enter(session);
    try {
      stopCounting(request);
      const stream = new EventStream(response);
      if (query.follow) await this.streams.follow(session, after, stream);
      else await this.streams.sendPast(session, after ?? BEGINNING, stream);
    } finally {
      leave();
    }
  }
}

/** The id behind which a reader goes on; null for what comes from now on. */
function placeOf(since: string | null, lastId: string | undefined): string | null {
  const [text, loc] = lastId ? [lastId, ['header', 'Last-Event-ID']] : [since, ['query', 'since']];
  if (text === null) return null;
  if (UUID_ANY_CASE.test(text)) return text.toLowerCase();
  const instant = lastId ? null : parseInstant(text, 'start');
  if (instant !== null) return firstIdAt(instant);
  throw invalid(loc, `Value error, expected the id of a trace${lastId ? '' : `, or ${DATE_FORMATS}`}`, text);
}

import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { clientGone } from '../common/event-stream';
import type { ActiveSession } from '../sessions/session';
import { CurrentSession } from '../sessions/current-session';
import { SessionRoute } from '../sessions/session-route';
import { DailySummaryRequest, DailySummaryResponse } from './daily-summary.dto';
import { DailySummaries } from './daily-summary.service';
import { sessionAnswer } from '../sessions/session-answer.dto';

@ApiTags('Reading memories')
@SessionRoute('read')
@Controller('api/v2/agents/:agent_id')
export class DailySummaryController {
  constructor(private readonly summaries: DailySummaries) {}

  @Post('daily-summary')
  @Logged('daily-summary', 'read', (answer: DailySummaryResponse) => answer.summary.memory_count)
  @Documented({
    summary: 'Sum up a day',
    description:
      'Over the active memories that were created on the UTC day. Without a model, ' +
      'or while it fails, memories are listed by rules, and `generated_by` says so.',
    response: DailySummaryResponse,
    errors: ['validation'],
  })
  async dailySummary(
    @CurrentSession() session: ActiveSession,
    @Body() request: DailySummaryRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DailySummaryResponse> {
    const { digest, text, generatedBy } = await this.summaries.summarize(
      session,
      request.date,
      clientGone(response),
    );
    return {
      ...sessionAnswer(session),
      date: digest.date,
      summary: {
        status: digest.count === 0 ? 'no_memories' : 'success',
        text,
        memory_count: digest.count,
        by_type: digest.byType,
      },
      generated_by: generatedBy,
    };
  }
}

import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { LocalRoute } from '../access/loopback.guard';
import { AGENT_ID_FORM } from '../agents/agent';
import { Documented } from '../common/documented';
import { Shown, TextField } from '../common/fields';
import { MemoryClock } from '../common/memory-clock';
import { requestedDay, DAY_FIELD } from '../common/utc-dates';
import { withProperties } from '../common/with-properties';
import { ConflictReports } from '../conflicts/conflict-reports.service';
import { GenerationResult } from '../conflicts/conflicts.dto';
import { UiConflictsService } from './ui-conflicts.service';

class GenerateConflictsStreamRequest extends withProperties({
  agent_id: TextField('The agent', 'support-bot', {
    pattern: AGENT_ID_FORM,
  }),
  date: TextField(...DAY_FIELD),
}) {}

class ConflictsEvent extends withProperties({
  event: Shown<string>('The kind of event; `done` is the last', 'progress', {
    enum: ['progress', 'result', 'error', 'done'],
  }),
  data: Shown(
    'JSON: of `progress` `{step, message, done, total}`; of `result` a GenerationResult; of `error` `{message}`; ' +
      'of `done` `{}`',
    '{"step":"start","message":"Reading the memories of 2026-05-01","done":0,"total":0}',
  ),
}) {}

@ApiTags('Local pages')
@LocalRoute()
@Controller('api/ui/conflicts')
export class UiConflictsController {
  constructor(
    private readonly runs: UiConflictsService,
    private readonly reports: ConflictReports,
    private readonly clock: MemoryClock,
  ) {}

  @Post('generate/stream')
  @ApiExtraModels(GenerationResult)
  @Documented({
    summary: 'Find the conflicts of a day, and stream the progress',
    description:
      'Server-sent events: `progress` `{step: start, search, detect or done, message, done, total}`, then `result` ' +
      'with the report, or `error` `{message}`; last `done` `{}`. A comment after 15 s without an event keeps the ' +
      'connection alive. Closing the connection cancels the run, which then writes nothing.',
    response: { 'text/event-stream': ConflictsEvent },
    errors: ['AgentNotFound', 'ConflictRunActive'],
  })
  async streamConflicts(
    @Body() request: GenerateConflictsStreamRequest,
    @Res() response: Response,
  ): Promise<void> {
    const day = requestedDay(request.date, await this.clock.now(), 'body');
    const namespace = await this.reports.namespaceOf(request.agent_id);
    await this.runs.generate({ agentId: request.agent_id, namespace, day }, response);
  }
}

import { ApiProperty } from '@nestjs/swagger';
import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentGrant } from '../access/current-grant';
import { demandAgent, type Grant } from '../access/grant';
import { LocalRoute } from '../access/loopback.guard';
import { AGENT_ID_FORM } from '../agents/agent';
import { Documented } from '../common/documented';
import { Optional, Text, UtcDayText } from '../common/request-decorators';
import { requestedDay } from '../common/utc-dates';
import { MemoryClock } from '../common/memory-clock';
import { ConflictReports } from '../conflicts/conflict-reports.service';
import { GenerationResult } from '../conflicts/conflicts.dto';
import { UiConflictsService } from './ui-conflicts.service';

export class GenerateConflictsStreamRequest {
  /**
   * The agent
   * @example 'support-bot'
   */
  @Text({ pattern: AGENT_ID_FORM })
  agent_id!: string;

  /**
   * The day in UTC; today when omitted
   * @example '2026-05-01'
   */
  @Optional()
  @UtcDayText()
  date?: string | null;
}

export class ConflictsEvent {
  /**
   * The kind of event; `done` is the last
   * @example 'progress'
   */
  @ApiProperty({ enum: ['progress', 'result', 'error', 'done'] })
  event!: string;

  /**
   * JSON: of `progress` `{step, message, done, total}`; of `result` a GenerationResult; of `error` `{message}`;
   * of `done` `{}`
   */
  @ApiProperty({
    example: '{"step":"start","message":"Reading the memories of 2026-05-01","done":0,"total":0}',
  })
  data!: string;
}

@ApiTags('Local pages')
@LocalRoute('write')
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
      'Server-sent events: `progress` (`step`: start, search, detect, done), then `result` or `error`; last `done`. Closing the connection cancels the run, which then writes nothing.',
    response: { 'text/event-stream': ConflictsEvent },
    errors: ['AgentNotFound', 'ConflictRunActive'],
  })
  async streamConflicts(
    @CurrentGrant() grant: Grant | null,
    @Body() request: GenerateConflictsStreamRequest,
    @Res() response: Response,
  ): Promise<void> {
    if (grant !== null) demandAgent(grant, request.agent_id);
    const day = requestedDay(request.date, await this.clock.now(), 'body');
    const namespace = await this.reports.namespaceOf(request.agent_id);
    await this.runs.generate({ agentId: request.agent_id, namespace, day }, response);
  }
}

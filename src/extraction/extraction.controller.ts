import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Logged } from '../activity/logged-route';
import { Documented } from '../common/documented';
import { clientGone } from '../common/event-stream';
import { Repeats, type Repetition } from '../memories/idempotency-key.param';
import { answered } from '../memories/repeatable-writes.service';
import { demandInSession, type ActiveSession } from '../sessions/session';
import { CurrentSession } from '../sessions/current-session';
import { SessionRoute } from '../sessions/session-route';
import { ExtractRequest, ExtractResponse } from './extraction.dto';
import { ExtractionService } from './extraction.service';

@ApiTags('Storing memories')
@SessionRoute('write', { dryRun: 'read', scoped: true })
@Controller('api/v2/agents/:agent_id/remember/extract')
export class ExtractionController {
  constructor(private readonly extractions: ExtractionService) {}

  @Post()
  @Logged('extract', 'write', storedIn)
  @Documented({
    summary: 'Distil a conversation into memories',
    description:
      'By the model, or without one by rules for English and German. Candidates get the tag ' +
      '`conversation-extract`. What an active or a deleted memory says is not stored again. ' +
      'If the model is down, nothing is stored.',
    response: ExtractResponse,
    errors: ['ModelUnavailable', 'SecretRefused', 'QuotaExceeded'],
  })
  async extract(
    @CurrentSession() session: ActiveSession,
    @Body() request: ExtractRequest,
    @Repeats() repetition: Repetition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ExtractResponse> {
    if (!request.dry_run) demandInSession(session, 'write');
    const gone = clientGone(response);
    return answered(repetition, await this.extractions.extract(session, request, repetition.key, gone));
  }
}

function storedIn({ results = [] }: ExtractResponse): number {
  return results.filter(({ status }) => status === 'stored').length;
}

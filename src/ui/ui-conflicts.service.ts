import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../common/domain-error';
import { ERROR_TABLE } from '../common/error-table';
import type { EventStream } from '../common/event-stream';
import { framesOf } from '../common/stack-frames';
import { ConflictGeneration, type GenerationRequest } from '../conflicts/conflict-generation.service';
import { toGenerationResult } from '../conflicts/conflicts.dto';
import { isWorthRepeating } from '../database/database-errors';

/** Runs of conflict detection that a page watches. */
@Injectable()
export class UiConflictsService {
  private readonly logger = new Logger(UiConflictsService.name);

  constructor(private readonly generation: ConflictGeneration) {}

  /** Tells how the run goes and what came of it. Never rejects. */
  async generate(request: GenerationRequest, events: EventStream): Promise<void> {
    try {
      const made = await this.generation.generate(request, {
        signal: events.signal,
        tell: (progress) => events.send('progress', progress),
      });
      events.send('result', toGenerationResult(request.agentId, made));
    } catch (error) {
      if (events.signal.aborted) return;
      events.send('error', { message: this.messageOf(error) });
    }
    events.send('done', {});
  }

  /** Of an error that nobody foresaw only the log tells more. */
  private messageOf(error: unknown): string {
    if (error instanceof DomainError) return error.message;
    if (isWorthRepeating(error)) return ERROR_TABLE.BackendUnavailable.message;
    const cause = error instanceof Error ? error.name : 'unknown';
    this.logger.error(`Conflict detection failed (${cause})`, framesOf(error));
    return ERROR_TABLE.InternalServerError.message;
  }
}

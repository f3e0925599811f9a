import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../common/domain-error';
import { errorName } from '../common/error-name';
import { ERROR_TABLE } from '../common/error-table';
import { clientGone, EventStream } from '../common/event-stream';
import { framesOf } from '../common/stack-frames';
import { ConflictGeneration } from '../conflicts/conflict-generation.service';
import type { GenerationRequest } from '../conflicts/conflict-run.service';
import type { GenerationProgress } from '../conflicts/generation-progress';
import { toGenerationResult } from '../conflicts/conflicts.dto';
import { isWorthRepeating } from '../database/database-errors';

/** Runs of conflict detection that a page watches. */
@Injectable()
export class UiConflictsService {
  private readonly logger = new Logger(UiConflictsService.name);

  constructor(private readonly generation: ConflictGeneration) {}

  /**
   * Sends how the run goes and what it found. The stream begins with the run: rejects with what keeps the run from
   * beginning, which can still be answered with a status.
   */
  async generate(request: GenerationRequest, response: Response): Promise<void> {
    const signal = clientGone(response);
    const stream: { events: EventStream | null } = { events: null };
    const begun = (): EventStream => (stream.events ??= new EventStream(response, signal));
    try {
      const tell = (progress: GenerationProgress): void => begun().sendUnlessBehind('progress', progress);
      const made = await this.generation.generate(request, { signal, tell });
      begun().send('result', toGenerationResult(request.agentId, made));
    } catch (error) {
      if (signal.aborted) return;
      if (stream.events === null) throw error;
      begun().send('error', { message: this.messageOf(error) });
    }
    begun().send('done', {});
    begun().end();
  }

  /** Of an error that nobody foresaw only the log tells more. */
  private messageOf(error: unknown): string {
    if (error instanceof DomainError) return error.message;
    if (isWorthRepeating(error)) return ERROR_TABLE.BackendUnavailable.message;
    const cause = errorName(error);
    this.logger.error(`Conflict detection failed (${cause})`, framesOf(error));
    return ERROR_TABLE.InternalServerError.message;
  }
}

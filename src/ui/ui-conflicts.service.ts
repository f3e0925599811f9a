import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../common/domain-error';
import { errorName, framesOf } from '../common/error-name';
import { ERROR_TABLE } from '../common/error-table';
import { clientGone, EventStream } from '../common/event-stream';
import { ConflictGeneration } from '../conflicts/conflict-generation.service';
import { toGenerationResult } from '../conflicts/conflicts.dto';
import type { DetectionRequest, GenerationProgress } from '../conflicts/generation';
import { isWorthRepeating } from '../database/database-errors';

/** Runs conflict detection and streams its progress. */
@Injectable()
export class UiConflictsService {
  private readonly logger = new Logger(UiConflictsService.name);

  constructor(private readonly generation: ConflictGeneration) {}

  /** The stream begins with the run. Rejects when the run cannot begin, so that the response can have an error status. */
  async generate(request: DetectionRequest, response: Response): Promise<void> {
    const signal = clientGone(response);
    const stream: { events: EventStream | null } = { events: null };
    const open = (): EventStream => (stream.events ??= new EventStream(response, signal));
    try {
      const tell = (progress: GenerationProgress): void => open().sendUnlessBehind('progress', progress);
      const made = await this.generation.generate(request, { signal, tell });
      open().send('result', toGenerationResult(request.agentId, made));
    } catch (error) {
      if (signal.aborted) return;
      if (stream.events === null) throw error;
      open().send('error', { message: this.messageOf(error) });
    }
    open().send('done', {});
    open().end();
  }

  /** Only the log has details of an unexpected error. */
  private messageOf(error: unknown): string {
    if (error instanceof DomainError) return error.message;
    if (isWorthRepeating(error)) return ERROR_TABLE.BackendUnavailable.message;
    const cause = errorName(error);
    this.logger.error(`Conflict detection failed (${cause})`, framesOf(error));
    return ERROR_TABLE.InternalServerError.message;
  }
}

import {
  Injectable,
  Logger,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { toolOf } from '../activity/activity';
import { ActivityLog } from '../activity/activity-log.service';
import { countedLines } from '../activity/counted-lines';
import { LOGGED, type LoggedOperation } from '../activity/logged-route';
import { currentSession } from './current-session';

/** Records the operations of a session that succeed, once their answer is there. */
@Injectable()
export class ActivityInterceptor implements NestInterceptor {
  private readonly logger = new Logger(ActivityInterceptor.name);

  constructor(
    private readonly log: ActivityLog,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const operation = this.reflector.get<LoggedOperation | undefined>(LOGGED, context.getHandler());
    if (operation === undefined) return next.handle();
    return next.handle().pipe(map((answer: unknown) => this.noted(operation, context, answer)));
  }

  private noted(operation: LoggedOperation, context: ExecutionContext, answer: unknown): unknown {
    if (answer instanceof StreamableFile) {
      const counted = countedLines(answer.getStream(), (lines) =>
        this.record(operation, context, () => lines),
      );
      return new StreamableFile(counted, answer.options);
    }
    this.record(operation, context, () => operation.count(answer));
    return answer;
  }

  private record({ op, kind }: LoggedOperation, context: ExecutionContext, count: () => number): void {
    try {
      const request = context.switchToHttp().getRequest<Request>();
      const response = context.switchToHttp().getResponse<Response>();
      const { agentId, sessionId } = currentSession(request);
      const tool = toolOf(request.get('X-Client-Name'), request.get('User-Agent'));
      // What a repeated request is answered was written by the first one.
      const n = response.hasHeader('Idempotency-Replayed') ? 0 : count();
      this.log.record({ tool, agentId, sessionId, op, kind, n });
    } catch (error) {
      // The operation is done: whatever is wrong with the log must not make it look failed.
      this.logger.error(`${op} was not logged: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

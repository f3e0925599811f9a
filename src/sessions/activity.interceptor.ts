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
import { currentSessionOf } from './current-session';

/** Records the operations of a session that succeed, once their answer is known. */
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
    const http = context.switchToHttp();
    const record = (count: () => number): void =>
      this.record(operation, http.getRequest<Request>(), http.getResponse<Response>(), count);
    return next.handle().pipe(
      map((answer: unknown) => {
        if (answer instanceof StreamableFile) {
          const counted = countedLines(answer.getStream(), (lines) => record(() => lines));
          return new StreamableFile(counted, answer.options);
        }
        record(() => operation.count(answer));
        return answer;
      }),
    );
  }

  private record(
    { op, kind }: LoggedOperation,
    request: Request,
    response: Response,
    count: () => number,
  ): void {
    try {
      const { agentId, sessionId } = currentSessionOf(request);
      const tool = toolOf(request.get('X-Client-Name'), request.get('User-Agent'));
      // The first request wrote what a repeated request is answered with.
      const n = response.hasHeader('Idempotency-Replayed') ? 0 : count();
      this.log.record({ tool, agentId, sessionId, op, kind, n });
    } catch (error) {
      // The operation is done: a failure of the log must not make it look failed.
      this.logger.error(`${op} was not logged: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

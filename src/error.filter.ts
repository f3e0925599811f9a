import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from './common/domain-error';
import { framesOf } from './common/stack-frames';
import { isDatabaseError } from './database/database-errors';
import { describe, failureOf } from './failure';
import { routeLabel } from './observability/observed-request';
import { requestIdOf } from './observability/request-context';

/** The one place where failures become answers. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Request');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const failure = failureOf(error);
    if (failure.unexpected) this.logger.error(this.report(request, error), framesOf(error));
    else if (failure.status === 503) this.logger.warn(this.report(request, error));
    if (response.headersSent) {
      // Half an answer is out already: breaking off is the only way to say that it is not whole.
      response.destroy();
      return;
    }
    const seconds = error instanceof DomainError ? error.fields.retry_after_seconds : null;
    if (typeof seconds === 'number') response.setHeader('Retry-After', String(seconds));
    response.status(failure.status).json(failure.body);
  }

  /** Without the path, which is the caller's text, and without the message of an error that may quote values. */
  private report(request: Request, error: unknown): string {
    const id = requestIdOf(request);
    const route = routeLabel((request.route as { path?: unknown } | undefined)?.path);
    const where = `${request.method} ${route}${id === null ? '' : ` (request ${id})`}`;
    const what = `${where}: ${describe(error)}`;
    const hasMessage = error instanceof Error && !isDatabaseError(error) && error.message !== '';
    return hasMessage ? `${what}: ${error.message}` : what;
  }
}

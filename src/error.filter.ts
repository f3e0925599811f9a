import { Catch, Logger, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AuditRefusals } from './audit/audit-refusals.service';
import { WrongCredential } from './access/wrong-credential';
import type { WrongCredentials } from './access/wrong-credentials.service';
import { allowedMethods } from './allowed-methods';
import { DomainError } from './common/domain-error';
import { framesOf } from './common/error-name';
import { pathOf } from './common/probe-paths';
import { isDatabaseError } from './database/database-errors';
import { isMcpPath, refusedMessage } from './mcp/refused-message';
import { describe, failureOf } from './observability/failure';
import { routeLabel, requestIdOf } from './observability/observed-request';
import { noteRefusal } from './refused-admissions';

/** The one place where failures become answers. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Request');

  constructor(
    private readonly wrongCredentials: WrongCredentials,
    private readonly refusals: AuditRefusals,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (!(error instanceof WrongCredential)) return this.answer(error, request, response);
    void this.wrongCredentials
      .failureOf(error, request)
      .then((failure) => this.answer(failure, request, response));
  }

  private answer(error: unknown, request: Request, response: Response): void {
    const failure = failureOf(error);
    noteRefusal(this.refusals, error, failure.status, request);
    if (failure.unexpected) this.logger.error(this.report(request, error), framesOf(error));
    else if (failure.status === 503) this.logger.warn(this.report(request, error));
    if (response.headersSent) {
      // Half an answer is out already: breaking off is the only way to say that it is not whole.
      response.destroy();
      return;
    }
    const methods = isUnrouted(error, request) ? allowedMethods(request) : [];
    if (methods.length > 0) {
      response.setHeader('Allow', methods.join(', '));
      if (request.method === 'OPTIONS') response.status(204).end();
      else response.status(405).json({ detail: 'Method Not Allowed' });
      return;
    }
    const seconds = error instanceof DomainError ? error.fields.retry_after_seconds : null;
    if (typeof seconds === 'number') response.setHeader('Retry-After', String(seconds));
    const isMcp = isMcpPath(pathOf(request.originalUrl));
    if (isMcp && failure.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
    const send = ({ status, body }: { status: number; body: unknown }) =>
      void response.status(status).json(body);
    if (isMcp) void refusedMessage(request, failure).then(send);
    else send(failure);
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

/** Whether no route matched: the router of Nest throws this error then. For HEAD, Express tries routes without it too. */
function isUnrouted(error: unknown, request: Request): boolean {
  const route = request.route as { methods: Readonly<Record<string, boolean>> } | undefined;
  const isTried = request.method === 'HEAD' && route?.methods.get !== true;
  return error instanceof NotFoundException && (route === undefined || isTried);
}

import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { ProtocolError } from './backend-server/protocol-error';
import { framesOf } from './common/error-name';
import { ValidationError } from './common/validation-error';
import { Env } from './config/env';
import { describe, failureOf } from './observability/failure';
import { boundRequests, readBodies, setHeaders } from './http.setup';
import { observeRequests, type RequestObserver } from './observability/observe-requests';
import { limitConcurrency } from './traffic/concurrency-limit';

/** Sets up everything except the modules. The app must have been created with `bodyParser: false`. */
export function configureBackendApp(app: NestExpressApplication, logRequest?: RequestObserver): void {
  const env = app.get(Env);
  app.use(observeRequests(logRequest ? [logRequest] : []));
  setHeaders(app);
  app.use(limitConcurrency(env.MAX_CONCURRENT_REQUESTS));
  readBodies(app, env);
  app.useGlobalFilters(new BackendErrorFilter());
  boundRequests(app, env);
}

interface PlainFailure {
  status: number;
  error: string;
  message: string;
  unexpected: boolean;
}

const NAMES: Readonly<Record<number, string>> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  500: 'internal_error',
  503: 'unavailable',
};

/** Answers failures as `{error, message}`. */
@Catch()
class BackendErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Request');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const { status, unexpected, ...body } = plainFailure(error);
    // Without the message, which may contain SQL or document text.
    const report = `${request.method} ${request.path.slice(0, 200)}: ${describe(error)}`;
    if (unexpected) this.logger.error(report, framesOf(error));
    else if (status === 503) this.logger.warn(report);
    if (response.headersSent) response.destroy();
    else response.status(status).json(body);
  }
}

function plainFailure(error: unknown): PlainFailure {
  if (error instanceof ProtocolError) {
    const { status, code, message } = error;
    return { status, error: code, message, unexpected: false };
  }
  if (error instanceof ValidationError) {
    return { status: 400, error: 'bad_request', message: messageOf(error), unexpected: false };
  }
  const { status, body, unexpected } = failureOf(error);
  const { detail } = body;
  const message = typeof detail === 'string' ? detail : String((detail as { message: unknown }).message);
  return { status, error: NAMES[status] ?? 'refused', message, unexpected };
}

/** Such as `documents.0.text: Field required`. */
function messageOf({ issues }: ValidationError): string {
  return issues.map(({ loc, msg }) => `${loc.slice(1).join('.') || String(loc[0])}: ${msg}`).join('; ');
}

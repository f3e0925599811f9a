import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { NextFunction, Request, Response } from 'express';
import { apiDocument } from './api-document';
import { MAX_BODY_BYTES, translateBodyErrors } from './common/body-errors';
import { markUnreadBody } from './common/unread-body';
import { RequestValidationPipe } from './common/validation.pipe';
import { Env } from './config/env';
import { corsOptions } from './cors';
import { ErrorFilter } from './error.filter';

const JSON_TYPES = ['application/json', 'application/*+json'];
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 300_000;
/** Longer than the 60 s after which common proxies drop an idle connection, so that they do it first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** Everything about the application but its modules. It must have been created with `bodyParser: false`. */
export function configureApp(app: NestExpressApplication): void {
  const env = app.get(Env);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(securityHeaders);
  app.enableCors(corsOptions(env.ALLOWED_ORIGINS));
  // Any JSON text is parsed, so that one that is no object is refused by the pipe and by name.
  app.useBodyParser('json', { limit: MAX_BODY_BYTES, strict: false, type: JSON_TYPES });
  app.use(translateBodyErrors);
  app.use(markUnreadBody);
  app.useGlobalPipes(new RequestValidationPipe());
  app.useGlobalFilters(new ErrorFilter());
  setTimeouts(app);
  serveDocumentation(app);
}

function securityHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
  next();
}

function setTimeouts(app: NestExpressApplication): void {
  Object.assign(app.getHttpServer(), {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  });
}

/** `/docs` and `/openapi.json`; the document is made when it is first asked for. */
function serveDocumentation(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => apiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Agent Memory Service',
    swaggerOptions: { persistAuthorization: true },
  });
}

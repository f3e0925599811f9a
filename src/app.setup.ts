import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { apiDocument } from './api-document';
import { boundRequestTime } from './common/request-time';
import { Env } from './config/env';
import { corsOptions } from './cors';
import { ErrorFilter } from './error.filter';
import { readBodies, setHeaders, setTimeouts } from './http.setup';
import { Metrics } from './observability/metrics.service';
import { observeRequests, type RequestObserver } from './observability/observe-requests';

/** For the whole of a request, but of uploads, which are bounded by their own pauses. */
const REQUEST_TIME_MS = 300_000;

/**
 * Everything about the application but its modules. It must have been created with `bodyParser: false`. `logRequest`
 * is told of every request.
 */
export function configureApp(app: NestExpressApplication, logRequest?: RequestObserver): void {
  const env = app.get(Env);
  const { observeRequest } = app.get(Metrics);
  app.use(observeRequests(logRequest ? [observeRequest, logRequest] : [observeRequest]));
  setHeaders(app);
  app.use(boundRequestTime(REQUEST_TIME_MS));
  app.enableCors(corsOptions(env.ALLOWED_ORIGINS));
  readBodies(app);
  app.useGlobalFilters(new ErrorFilter());
  setTimeouts(app);
  // Of Node, which would cut off an upload that is slow but comes.
  app.getHttpServer().requestTimeout = 0;
  serveDocumentation(app);
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

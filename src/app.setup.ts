import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { apiDocument } from './api-document';
import { boundRequestTime } from './traffic/request-time';
import { Env } from './config/env';
import { corsOptions } from './cors';
import { ErrorFilter } from './error.filter';
import { boundRequests, readBodies, setHeaders, trustProxies } from './http.setup';
import { Metrics } from './observability/metrics.service';
import { observeRequests, type RequestObserver } from './observability/observe-requests';
import { limitConcurrency } from './traffic/concurrency-limit';
import { limitRate, ratePerMinute } from './traffic/rate-limit';

/**
 * Everything about the application but its modules. It must have been created with `bodyParser: false`. `logRequest`
 * is told of every request.
 */
export function configureApp(app: NestExpressApplication, logRequest?: RequestObserver): void {
  const env = app.get(Env);
  const { observeRequest } = app.get(Metrics);
  app.use(observeRequests(logRequest ? [observeRequest, logRequest] : [observeRequest]));
  setHeaders(app);
  trustProxies(app, env);
  app.use(boundRequestTime(env.REQUEST_TIMEOUT_MS));
  app.enableCors(corsOptions(env.ALLOWED_ORIGINS));
  limitTraffic(app, env);
  readBodies(app, env);
  app.useGlobalFilters(new ErrorFilter());
  boundRequests(app, env);
  // Of Node, which would cut off an upload that is slow but comes.
  app.getHttpServer().requestTimeout = 0;
  serveDocumentation(app);
}

/** Behind what browsers need to be shown an answer. */
function limitTraffic(app: NestExpressApplication, env: Env): void {
  const perMinute = ratePerMinute(env);
  if (perMinute > 0) app.use(limitRate(perMinute));
  app.use(limitConcurrency(env.MAX_CONCURRENT_REQUESTS));
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

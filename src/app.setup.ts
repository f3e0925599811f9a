import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { apiDocument } from './api-document';
import { boundRequestTime } from './traffic/request-time';
import { Env } from './config/env';
import { ErrorFilter } from './error.filter';
import { boundRequests, corsOptions, readBodies, setHeaders, trustProxies } from './http.setup';
import { Metrics } from './observability/metrics.service';
import { observeRequests, type RequestObserver } from './observability/observe-requests';
import { limitConcurrency } from './traffic/concurrency-limit';
import { limitRate, ratePerMinute } from './traffic/rate-limit';

/**
 * Configures the application, which must have been created with `bodyParser: false`. `logRequest` is called for every
 * request.
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
  // Node's limit would cut off uploads that are slow but make progress.
  app.getHttpServer().requestTimeout = 0;
  serveDocumentation(app);
}

/** After the CORS headers, without which browsers hide the answers. */
function limitTraffic(app: NestExpressApplication, env: Env): void {
  const perMinute = ratePerMinute(env);
  if (perMinute > 0) app.use(limitRate(perMinute));
  app.use(limitConcurrency(env.MAX_CONCURRENT_REQUESTS));
}

/** `/docs` and `/openapi.json`; the first request creates the document. */
function serveDocumentation(app: NestExpressApplication): void {
  SwaggerModule.setup('docs', app, () => apiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Agent Memory Service',
    swaggerOptions: { persistAuthorization: true },
  });
}

import type { NestExpressApplication } from '@nestjs/platform-express';
import { WrongCredentials } from './access/wrong-credentials.service';
import { AuditRefusals } from './audit/audit-refusals.service';
import { nameOperations, OperationGuard } from './audit-routes/operation.guard';
import { Env } from './config/env';
import { serveConsole } from './console-pages';
import { serveDocumentation } from './documentation';
import { ErrorFilter } from './error.filter';
import { boundRequests, corsOptions, readBodies, setHeaders, trustProxies } from './http.setup';
import { Metrics } from './observability/metrics.service';
import { observeRequests, type RequestObserver } from './observability/observe-requests';
import { compressAnswers } from './traffic/compression';
import { limitConcurrency } from './traffic/concurrency-limit';
import { IgnoredQueryGuard } from './traffic/ignored-query.guard';
import { limitRate, ratePerMinute } from './traffic/rate-limit';
import { boundRequestTime } from './traffic/request-time';

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
  app.use(compressAnswers);
  app.enableCors(corsOptions(env.ALLOWED_ORIGINS));
  limitTraffic(app, env);
  readBodies(app, env);
  app.use(nameOperations);
  app.useGlobalGuards(new IgnoredQueryGuard(), new OperationGuard());
  app.useGlobalFilters(new ErrorFilter(app.get(WrongCredentials), app.get(AuditRefusals, { strict: false })));
  boundRequests(app, env);
  // Node's limit would cut off uploads that are slow but make progress.
  app.getHttpServer().requestTimeout = 0;
  serveDocumentation(app);
  if (env.CONSOLE_ENABLED) serveConsole(app);
}

/** After the CORS headers, without which browsers hide the answers. */
function limitTraffic(app: NestExpressApplication, env: Env): void {
  const perMinute = ratePerMinute(env);
  if (perMinute > 0) app.use(limitRate(perMinute));
  app.use(limitConcurrency(env.MAX_CONCURRENT_REQUESTS));
}

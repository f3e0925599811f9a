import type { NestExpressApplication } from '@nestjs/platform-express';
import { BackendErrorFilter } from './backend-error.filter';
import { Env } from './config/env';
import { boundRequests, readBodies, setHeaders } from './http.setup';
import { observeRequests, type RequestObserver } from './observability/observe-requests';
import { limitConcurrency } from './traffic/concurrency-limit';

/**
 * Everything about the backend server but its modules. It must have been created with `bodyParser: false`. `logRequest`
 * is told of every request.
 */
export function configureBackendApp(app: NestExpressApplication, logRequest?: RequestObserver): void {
  const env = app.get(Env);
  app.use(observeRequests(logRequest ? [logRequest] : []));
  setHeaders(app);
  app.use(limitConcurrency(env.MAX_CONCURRENT_REQUESTS));
  readBodies(app, env);
  app.useGlobalFilters(new BackendErrorFilter());
  boundRequests(app, env);
}

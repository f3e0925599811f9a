import type { NestExpressApplication } from '@nestjs/platform-express';
import { BackendErrorFilter } from './backend-error.filter';
import { readBodies, setHeaders, setTimeouts } from './http.setup';

/** Everything about the backend server but its modules. It must have been created with `bodyParser: false`. */
export function configureBackendApp(app: NestExpressApplication): void {
  setHeaders(app);
  readBodies(app);
  app.useGlobalFilters(new BackendErrorFilter());
  setTimeouts(app);
}

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { apiDocument } from './api-document';
import { Env } from './config/env';
import { etagOf, type Page, sendPage, serveConsole } from './console-pages';
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
  app.useGlobalGuards(new IgnoredQueryGuard());
  app.useGlobalFilters(new ErrorFilter());
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

/** Almost as small as the best quality (11), which takes half a second for this document. */
const BROTLI_QUALITY = 9;

/** `/docs` and `/openapi.json`; the first request creates the document. */
function serveDocumentation(app: NestExpressApplication): void {
  let document: OpenAPIObject | null = null;
  let page: Promise<Page> | null = null;
  const build = () => (document ??= apiDocument(app));
  const express = app.getHttpAdapter().getInstance();
  express.get('/openapi.json', async (request, response) => {
    page ??= compressed(JSON.stringify(build()));
    sendPage(request, response, await page);
  });
  SwaggerModule.setup('docs', app, build, {
    raw: false,
    customSiteTitle: 'Agent Memory Service',
    swaggerOptions: { persistAuthorization: true },
  });
}

async function compressed(json: string): Promise<Page> {
  const identity = Buffer.from(json);
  const [zipped, br] = await Promise.all([
    promisify(gzip)(identity, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  ]);
  const type = 'application/json; charset=utf-8';
  return { type, cacheControl: 'no-cache', etag: etagOf(identity), identity, gzip: zipped, br };
}

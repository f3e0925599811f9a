import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import type { Env } from './config/env';
import { answerClientErrors } from './traffic/client-errors';
import { closeStalledReaders } from './common/stalled-readers';
import { MAX_BODY_BYTES, translateBodyErrors } from './common/body-errors';
import { markUnreadBody } from './common/unread-body';
import { RequestValidationPipe } from './common/validation.pipe';

const JSON_TYPES = ['application/json', 'application/*+json'];
const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than the 60 s after which common proxies drop an idle connection, so that they do it first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** No answer of the API is a document with parts: nothing in one may run, load or be framed. */
const API_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
  },
};

/** The documentation page has scripts of its own, styles within it, and pictures as data. */
const DOCS_POLICY = {
  useDefaults: false,
  directives: {
    ...API_POLICY.directives,
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
  },
};

/** Strict-Transport-Security is left to whoever ends TLS: said here, it would bind all of a host's other ports. */
export function setHeaders(app: NestExpressApplication): void {
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(
    helmet({
      contentSecurityPolicy: API_POLICY,
      frameguard: { action: 'deny' },
      strictTransportSecurity: false,
    }),
  );
  app.use('/docs', helmet.contentSecurityPolicy(DOCS_POLICY));
}

/** JSON bodies become instances of their request classes. */
export function readBodies(app: NestExpressApplication): void {
  // Any JSON text is parsed, so that one that is no object is refused by the pipe and by name.
  app.useBodyParser('json', { limit: MAX_BODY_BYTES, strict: false, type: JSON_TYPES });
  app.use(translateBodyErrors);
  app.use(markUnreadBody);
  app.useGlobalPipes(new RequestValidationPipe());
}

/** How requests must come, to be served at all. */
export function boundRequests(app: NestExpressApplication, env: Env): void {
  const server = app.getHttpServer();
  Object.assign(server, {
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, env.REQUEST_TIMEOUT_MS),
    requestTimeout: env.REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxHeaderSize: env.MAX_HEADER_BYTES,
  });
  answerClientErrors(server);
  closeStalledReaders(server, env.STALLED_READER_TIMEOUT_MS);
}

/** Whose word on the client's address and scheme is believed; nobody's where none is named. */
export function trustProxies(app: NestExpressApplication, { TRUSTED_PROXIES }: Env): void {
  const proxies = TRUSTED_PROXIES.split(',').map((each) => each.trim());
  app.set('trust proxy', TRUSTED_PROXIES === '' ? false : proxies);
}

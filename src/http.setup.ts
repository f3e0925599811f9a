import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { listedOrigins } from './access/console-session';
import { closeStalledReaders } from './common/stalled-readers';
import { RequestValidationPipe } from './common/validation.pipe';
import type { Env } from './config/env';
import { paceOf } from './traffic/body-pace';
import { BodyReader, deferBodies } from './traffic/body-reader';
import { answerClientErrors } from './traffic/client-errors';
import { connectionLimit, limitConnections } from './traffic/connection-limit';

type TrustRule = (address: string, hop: number) => boolean;

const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than the 60 s after which common proxies drop an idle connection, so that they do it first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

const LOOPBACK_ORIGIN = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
const EXPOSED_HEADERS = [
  'X-Session-Token',
  'Idempotency-Replayed',
  'X-Request-Id',
  'X-Ignored-Fields',
  'Retry-After',
];

/** Forbids that anything in a document runs, loads or is framed, except for the listed sources. */
function contentPolicy(allowed: Readonly<Record<string, readonly string[]>>) {
  const nothing = ["'none'"];
  const directives = { defaultSrc: nothing, frameAncestors: nothing, baseUri: nothing, formAction: nothing };
  return { useDefaults: false, directives: { ...directives, ...allowed } };
}

const OWN = ["'self'"];
/** No answer of the API is a document with parts. */
const API_POLICY = contentPolicy({});
/** The documentation page has scripts of its own, styles within it, and pictures as data. */
const DOCS_POLICY = contentPolicy({
  scriptSrc: OWN,
  styleSrc: [...OWN, "'unsafe-inline'"],
  imgSrc: [...OWN, 'data:'],
  fontSrc: [...OWN, 'data:'],
  connectSrc: OWN,
});
/** The console has a script and a style sheet of its own, and calls this service only. */
const CONSOLE_POLICY = contentPolicy({
  scriptSrc: OWN,
  styleSrc: OWN,
  imgSrc: OWN,
  connectSrc: OWN,
  requireTrustedTypesFor: ["'script'"],
});

/** Strict-Transport-Security is left to the TLS proxy: it applies to all ports of a host. */
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
  app.use('/app', helmet.contentSecurityPolicy(CONSOLE_POLICY));
}

/** JSON bodies become instances of their request classes, once a guard has let the request through. */
export function readBodies(app: NestExpressApplication, env: Env): void {
  app.use(deferBodies(new BodyReader(env.REQUEST_BODY_MEMORY_MB, paceOf(env))));
  app.useGlobalPipes(new RequestValidationPipe());
}

/** Limits for connections and for the form of requests. */
export function boundRequests(app: NestExpressApplication, env: Env): void {
  const server: Server = app.getHttpServer();
  Object.assign(server, {
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, env.REQUEST_TIMEOUT_MS),
    requestTimeout: env.REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    maxHeaderSize: env.MAX_HEADER_BYTES,
  });
  answerClientErrors(server);
  closeStalledReaders(server, env.STALLED_READER_TIMEOUT_MS);
  const logger = new Logger('Traffic');
  const limit = connectionLimit(env, trustedProxies(app));
  limitConnections(server, limit, (message) => logger.warn(message));
  // Node sends `100 Continue` by itself otherwise, before anything has decided about the request.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** Express's reading of `TRUSTED_PROXIES`. */
function trustedProxies(app: NestExpressApplication): (address: string) => boolean {
  const express = app.getHttpAdapter().getInstance();
  const isTrusted = express.get('trust proxy fn') as TrustRule;
  return (address) => isTrusted(address, 0);
}

/** The proxies whose headers about the client's address and scheme are used; none by default. */
export function trustProxies(app: NestExpressApplication, { TRUSTED_PROXIES }: Env): void {
  const proxies = TRUSTED_PROXIES.split(',').map((each) => each.trim());
  app.set('trust proxy', TRUSTED_PROXIES === '' ? false : proxies);
}

/** Browsers may call from loopback pages and from the listed origins (separated by commas). */
export function corsOptions(allowedOrigins: string): CorsOptions {
  const allowed = listedOrigins(allowedOrigins);
  return {
    origin: (origin: string | undefined, decide: (error: Error | null, allow: boolean) => void) =>
      decide(
        null,
        origin !== undefined && (allowed.has(origin.toLowerCase()) || LOOPBACK_ORIGIN.test(origin)),
      ),
    credentials: true,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 600,
  };
}

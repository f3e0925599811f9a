import type { IncomingMessage } from 'node:http';
import type { Env } from '../config/env';
import { isLoopbackRequest, type LoopbackFacts } from './loopback';

/** A target in absolute form names a host of its own, which counts before the header (RFC 9112, 3.2.2). */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/** Whether a request has the rights of this machine: it is a genuine loopback request, and the settings let that count. */
export function hasLoopbackRights(env: Pick<Env, 'LOOPBACK_MANAGEMENT'>, request: IncomingMessage): boolean {
  return env.LOOPBACK_MANAGEMENT && isLoopbackRequest(loopbackFacts(request));
}

/** Reads the raw headers: the parsed ones hide that a header was sent twice. */
export function loopbackFacts(request: IncomingMessage): LoopbackFacts {
  const headers = pairs(request.rawHeaders);
  const values = (name: string) => headers.filter(([each]) => each === name).map(([, value]) => value);
  return {
    remoteAddress: request.socket.remoteAddress ?? null,
    targetHost: ABSOLUTE.exec(request.url ?? '')?.[1] ?? null,
    hosts: values('host'),
    origins: values('origin'),
    fetchSites: values('sec-fetch-site'),
    headerNames: headers.map(([name]) => name),
    httpVersion: request.httpVersion,
  };
}

function pairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  const found: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    found.push([(rawHeaders[i] ?? '').toLowerCase(), rawHeaders[i + 1] ?? '']);
  }
  return found;
}

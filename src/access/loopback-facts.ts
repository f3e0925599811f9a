import type { IncomingMessage } from 'node:http';
import type { LoopbackFacts } from './loopback';

/** A target in absolute form names a host of its own, which counts before the header (RFC 9112, 3.2.2). */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

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
  };
}

function pairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  const found: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    found.push([(rawHeaders[i] ?? '').toLowerCase(), rawHeaders[i + 1] ?? '']);
  }
  return found;
}

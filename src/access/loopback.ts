import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Env } from '../config/env';

/** The facts that tell a program on this machine from a web page or a proxy; headers as often as they were sent. */
export interface LoopbackFacts {
  /** The peer of the TCP connection, never a value that a header claims. */
  remoteAddress: string | null;
  /** That of the request's target; null where the target is a path, as of all clients but those of a proxy. */
  targetHost: string | null;
  hosts: readonly string[];
  origins: readonly string[];
  fetchSites: readonly string[];
  /** In lower case. */
  headerNames: readonly string[];
  /** Such as `1.1`. */
  httpVersion: string;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const AUTHORITY = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::(\d{1,5}))?$/i;
const ORIGIN = /^https?:\/\/(.+)$/i;

/** nginx before 1.29.7 speaks HTTP/1.0 to what it stands before unless it is set otherwise; clients of today do not. */
const CLIENT_VERSION = '1.1';

/** Headers that proxies add: their presence means that the peer is not the client. */
const FORWARDING = new Set(
  `cdn-loop cf-connecting-ip cf-connecting-ipv6 cf-ray client-ip fastly-client-ip fly-client-ip forwarded
forwarded-for front-end-https max-forwards remote-addr surrogate-capability true-client-ip via
x-arr-log-id x-arr-ssl x-client-ip x-cluster-client-ip x-envoy-external-address x-forwarded
x-nginx-proxy x-originating-ip x-proxyuser-ip x-real-ip x-remote-addr x-remote-ip x-scheme x-url-scheme
x-varnish`.split(/\s/),
);
const FORWARDING_PREFIXES = ['x-forwarded-', 'x-original-', 'x-azure-', 'x-appengine-'];

/** True for a genuine loopback request, as the interface defines it under "Management access". */
export function isLoopbackRequest(facts: LoopbackFacts): boolean {
  const [host] = facts.hosts;
  if (host === undefined || facts.hosts.length > 1) return false;
  if (facts.remoteAddress === null || !isLoopbackAddress(facts.remoteAddress)) return false;
  if (facts.httpVersion !== CLIENT_VERSION || facts.headerNames.some(isForwarding)) return false;
  if (facts.targetHost !== null && !isLoopbackHost(facts.targetHost)) return false;
  return isLoopbackHost(host) && isLoopbackPage(facts);
}

/** True for 127.0.0.0/8 and ::1, also as IPv4-mapped IPv6. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  // A zone (`::1%eth0`) names an interface; the loopback address has none.
  if (version === 0 || address.includes('%')) return false;
  return LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** True for `localhost` or a loopback address, with or without a port; any other form is suspicious. */
export function isLoopbackHost(host: string): boolean {
  const parts = AUTHORITY.exec(host);
  if (parts === null || Number(parts[3] ?? 0) > 65_535) return false;
  const [, bracketed, name] = parts;
  if (bracketed !== undefined) return isIP(bracketed) === 6 && isLoopbackAddress(bracketed);
  if (name?.toLowerCase() === 'localhost') return true;
  return name !== undefined && isIP(name) === 4 && isLoopbackAddress(name);
}

/** A page's origin outweighs the relation of the sites; programs that are no browsers send neither. */
function isLoopbackPage(facts: LoopbackFacts): boolean {
  if (facts.origins.length > 0) return facts.origins.every(isLoopbackOrigin);
  const sites = facts.fetchSites
    .flatMap((value) => value.split(','))
    .map((site) => site.trim().toLowerCase());
  return !sites.includes('cross-site') && !sites.includes('same-site');
}

function isLoopbackOrigin(origin: string): boolean {
  const authority = ORIGIN.exec(origin)?.[1];
  return authority !== undefined && isLoopbackHost(authority);
}

function isForwarding(header: string): boolean {
  return FORWARDING.has(header) || FORWARDING_PREFIXES.some((prefix) => header.startsWith(prefix));
}

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

import type { IncomingMessage } from 'node:http';

const SAFE_METHODS: readonly (string | undefined)[] = ['GET', 'HEAD'];
/** `none`: typed in or opened from a bookmark. */
const OWN_SITES: readonly unknown[] = ['same-origin', 'none'];

/**
 * Whether a request comes from a page of this service, so that a cookie may count. A browser names the origin of every
 * request that may change something; behind a proxy that replaces `Host`, ALLOWED_ORIGINS has to list it.
 */
export function isOwnPage(request: IncomingMessage, allowedOrigins: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined) return hostOf(origin) === host || isListed(origin, allowedOrigins);
  if (site !== undefined) return OWN_SITES.includes(site);
  return SAFE_METHODS.includes(request.method);
}

function hostOf(origin: string): string | null {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1] ?? null;
}

function isListed(origin: string, allowedOrigins: string): boolean {
  return allowedOrigins
    .split(',')
    .some((each) => each.trim().replace(/\/$/, '').toLowerCase() === origin.toLowerCase());
}

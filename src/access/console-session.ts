import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PresentedKey } from './key';
import { openToken, sealToken, type HeldToken } from './sealed-token';

export const CONSOLE_COOKIE = 'console_session';
export const CONSOLE_SESSION_HOURS = 12;

/** Who logged in to the console: a holder of the management credential, of a key, or of an OpenID Connect token. */
export type ConsoleIdentity =
  { kind: 'management' } | { kind: 'key'; key: PresentedKey } | ({ kind: 'token' } & HeldToken);

/** A login to the console, until it expires or its logout is on record. */
export interface ConsoleSession {
  /** The logout names the session by it. */
  id: string;
  identity: ConsoleIdentity;
  expiresAt: Date;
}

/** What signs cookies. Another management credential makes the cookies of the former one worthless. */
export interface CookieSeal {
  key: KeyObject;
  managementCredential: string | null;
}

const PARTS =
  /^(m|k[0-9a-f]{16}[A-Za-z0-9_-]{43}|t[A-Za-z0-9_-]{1,4000})\.(\d{13})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;
const KEY_ID_LENGTH = 16;
const ID_BYTES = 16;

export function newConsoleSession(identity: ConsoleIdentity, expiresAt: Date): ConsoleSession {
  return { id: randomBytes(ID_BYTES).toString('base64url'), identity, expiresAt };
}

/**
 * The value of the cookie. It names a key by its id and digest, so that a revoked key ends the session at once, and holds a
 * token encrypted, so that each request verifies it again.
 */
export function sealedCookie({ id, identity, expiresAt }: ConsoleSession, seal: CookieSeal): string {
  const text = `${holderOf(identity, seal)}.${expiresAt.getTime()}.${id}`;
  return `${text}.${signature(text, seal).toString('base64url')}`;
}

function holderOf(identity: ConsoleIdentity, { key }: CookieSeal): string {
  switch (identity.kind) {
    case 'management':
      return 'm';
    case 'key':
      return `k${identity.key.keyId}${Buffer.from(identity.key.digest).toString('base64url')}`;
    case 'token':
      return `t${sealToken(identity, key)}`;
  }
}

/** Null when the cookie is malformed, forged or expired. A logout may have ended the session all the same. */
export function openedCookie(value: string, now: Date, seal: CookieSeal): ConsoleSession | null {
  const [, holder = '', expiry = '', id = '', signed = ''] = PARTS.exec(value) ?? [];
  if (holder === '') return null;
  const expected = signature(`${holder}.${expiry}.${id}`, seal);
  const given = Buffer.from(signed, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  if (Number(expiry) <= now.getTime()) return null;
  const identity = identityOf(holder, seal);
  return identity && { id, identity, expiresAt: new Date(Number(expiry)) };
}

function identityOf(holder: string, { key: sealKey }: CookieSeal): ConsoleIdentity | null {
  if (holder === 'm') return { kind: 'management' };
  if (holder.startsWith('t')) {
    const held = openToken(holder.slice(1), sealKey);
    return held && { kind: 'token', ...held };
  }
  const keyId = holder.slice(1, KEY_ID_LENGTH + 1);
  const digest = new Uint8Array(Buffer.from(holder.slice(KEY_ID_LENGTH + 1), 'base64url'));
  return { kind: 'key', key: { keyId, digest } };
}

function signature(text: string, { key, managementCredential }: CookieSeal): Buffer {
  return createHmac('sha256', key)
    .update(`${text}\0${managementCredential ?? ''}`)
    .digest();
}

const SAFE_METHODS: readonly (string | undefined)[] = ['GET', 'HEAD'];
/** `none`: typed in or opened from a bookmark. */
const OWN_SITES: readonly unknown[] = ['same-origin', 'none'];

/**
 * Whether a request comes from a page of this service, so that a cookie may count. A browser names the origin of every
 * request that may change something; behind a proxy that replaces `Host`, ALLOWED_ORIGINS has to list it.
 */
export function isOwnPage(request: IncomingMessage, allowedOrigins: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined)
    return hostOf(origin) === host || listedOrigins(allowedOrigins).has(origin.toLowerCase());
  if (site !== undefined) return OWN_SITES.includes(site);
  return SAFE_METHODS.includes(request.method);
}

function hostOf(origin: string): string | null {
  return /^https?:\/\/([^/]+)$/i.exec(origin)?.[1] ?? null;
}

/** The origins of ALLOWED_ORIGINS, in lower case. */
export function listedOrigins(allowedOrigins: string): ReadonlySet<string> {
  const origins = allowedOrigins.split(',').map((each) => each.trim().replace(/\/$/, '').toLowerCase());
  return new Set(origins.filter((origin) => origin !== ''));
}

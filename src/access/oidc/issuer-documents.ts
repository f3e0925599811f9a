import type { JSONWebKeySet } from 'jose';
import { networkCode } from '../../common/error-name';
import { propertyOf } from '../../common/objects';
import { isSecureUrl } from '../../config/secure-url';

/** Key sets of large issuers, with their certificates, have a tenth of this. */
const MAX_BYTES = 262_144;

interface IssuerAddress {
  /** As tokens name it. */
  issuer: string;
  /** Null: the one that discovery finds. */
  jwksUrl: string | null;
}

/** The issuer's keys as it sends them. Throws an error whose message says what failed, and at which URL. */
export async function fetchJwks(
  { issuer, jwksUrl }: IssuerAddress,
  timeoutMs: number,
): Promise<JSONWebKeySet> {
  const signal = AbortSignal.timeout(timeoutMs);
  const url = jwksUrl ?? (await discoverJwksUrl(issuer, signal));
  return (await fetchJson(url, signal)) as JSONWebKeySet;
}

/** OpenID Connect Discovery 1.0, section 4: the document must name the issuer that it was asked of. */
async function discoverJwksUrl(issuer: string, signal: AbortSignal): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const document = await fetchJson(url, signal);
  if (propertyOf(document, 'issuer') !== issuer) {
    throw new Error(
      `${url} names another issuer than OIDC_ISSUER, which must be equal to it in every character`,
    );
  }
  const jwksUrl = propertyOf(document, 'jwks_uri');
  if (typeof jwksUrl === 'string' && isSecureUrl(jwksUrl)) return jwksUrl;
  throw new Error(`${url} has no jwks_uri with https`);
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  try {
    // A redirect could lead from https to http.
    const response = await fetch(url, {
      signal,
      redirect: 'manual',
      headers: { Accept: 'application/json' },
    });
    if (response.ok) return JSON.parse(await limitedText(response)) as unknown;
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  } catch (error) {
    throw new Error(`${url} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`the answer has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'the answer is not JSON';
  return networkCode(error) ?? (error as Error).message;
}

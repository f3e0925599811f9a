import { constants, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { FakeServer, json, type FakeAnswer } from './fake-server';

/** Options of `sign` for each algorithm (RFC 7518, section 3, and RFC 8037). */
const ALGORITHMS = {
  RS256: {},
  PS256: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  ES256: { dsaEncoding: 'ieee-p1363' },
  EdDSA: {},
} as const;

type Algorithm = keyof typeof ALGORITHMS;

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

interface TokenOptions {
  alg?: Algorithm;
  /** Of the header, over what is there; undefined removes. */
  header?: Record<string, unknown>;
}

const AUDIENCE = 'agent-memory';

/** An OpenID Connect issuer on this machine: discovery, a key set of every algorithm, and tokens of any kind. */
export class OidcIssuer {
  readonly http = new FakeServer(({ url }) => this.answer(url.pathname));
  /** Over the right discovery document. */
  discovery: Record<string, unknown> = {};
  private generation = 1;
  private keys = newKeys(1);

  get settings() {
    return { OIDC_ISSUER: this.http.url, OIDC_AUDIENCE: AUDIENCE };
  }

  get jwksUrl(): string {
    return `${this.http.url}/keys`;
  }

  /** New keys in place of the old ones. */
  rotate(): void {
    this.keys = newKeys(++this.generation);
  }

  /** A signed token for the service, by default of an hour. Claims that are undefined are left out. */
  token(
    now: Date,
    claims: Record<string, unknown> = {},
    { alg = 'ES256', header = {} }: TokenOptions = {},
  ): string {
    const { kid, privateKey: key } = this.keys[alg];
    const data = signingInput({ alg, typ: 'JWT', kid, ...header }, this.claims(now, claims));
    const hash = alg === 'EdDSA' ? null : 'sha256';
    return `${data}.${sign(hash, Buffer.from(data), { key, ...ALGORITHMS[alg] }).toString('base64url')}`;
  }

  /** A token whose signature is this text. */
  unsigned(now: Date, header: Record<string, unknown>, signature = ''): string {
    return `${signingInput(header, this.claims(now, {}))}.${signature}`;
  }

  /** Signed with a public key as if it were a shared secret. */
  confused(now: Date): string {
    const { kid, publicKey } = this.keys.RS256;
    const data = signingInput({ alg: 'HS256', typ: 'JWT', kid }, this.claims(now, {}));
    const secret = publicKey.export({ type: 'spki', format: 'pem' });
    return `${data}.${createHmac('sha256', secret).update(data).digest('base64url')}`;
  }

  private claims(now: Date, claims: Record<string, unknown>): Record<string, unknown> {
    const iat = Math.floor(now.getTime() / 1_000);
    const usual = { iss: this.http.url, aud: AUDIENCE, sub: 'ada', iat, exp: iat + 3_600 };
    return { ...usual, agents: ['*'], access: 'manage', ...claims };
  }

  private answer(path: string): FakeAnswer {
    if (path === '/.well-known/openid-configuration') {
      return json({ issuer: this.http.url, jwks_uri: this.jwksUrl, ...this.discovery });
    }
    const keys = Object.entries(this.keys).map(([alg, { kid, publicKey }]) => {
      return { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' };
    });
    return json({ keys }, path === '/keys' ? 200 : 404);
  }
}

export async function startOidcIssuer(): Promise<OidcIssuer> {
  const issuer = new OidcIssuer();
  await issuer.http.start();
  return issuer;
}

function newKeys(generation: number): Record<Algorithm, SigningKey> {
  const key = (alg: Algorithm, pair: Omit<SigningKey, 'kid'>) => ({ kid: `${alg}-${generation}`, ...pair });
  return {
    RS256: key('RS256', generateKeyPairSync('rsa', { modulusLength: 2_048 })),
    PS256: key('PS256', generateKeyPairSync('rsa', { modulusLength: 2_048 })),
    ES256: key('ES256', generateKeyPairSync('ec', { namedCurve: 'P-256' })),
    EdDSA: key('EdDSA', generateKeyPairSync('ed25519')),
  };
}

function signingInput(header: Record<string, unknown>, payload: unknown): string {
  return [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}

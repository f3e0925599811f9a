import { constants, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { close, listen, sendJson } from './local-server';

export type Algorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA';

/** What a document of the issuer answers instead of its content. */
export type IssuerFault =
  | { kind: 'status'; status: number }
  | { kind: 'body'; body: string }
  | { kind: 'redirect'; to: string }
  /** No answer until the issuer closes. */
  | { kind: 'hang' }
  /** An answer that does not end. */
  | { kind: 'endless' };

interface SigningKey {
  kid: string;
  alg: Algorithm;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

export interface TokenOptions {
  alg?: Algorithm;
  /** Of the header, over what is there; undefined removes. */
  header?: Record<string, unknown>;
}

const AUDIENCE = 'agent-memory';
const DISCOVERY = '/.well-known/openid-configuration';
const KEYS = '/keys';

/** An OpenID Connect issuer on this machine: discovery, a key set of every algorithm, and tokens of any kind. */
export class OidcIssuer {
  /** Paths of the requests, in order. */
  readonly requests: string[] = [];
  readonly faults: { discovery: IssuerFault | null; keys: IssuerFault | null } = {
    discovery: null,
    keys: null,
  };
  /** Over the right discovery document. */
  discovery: Record<string, unknown> = {};
  private keys = newKeys(1);
  private generation = 1;
  private server = this.newServer();
  private port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get settings() {
    return { OIDC_ISSUER: this.url, OIDC_AUDIENCE: AUDIENCE };
  }

  get jwksUrl(): string {
    return `${this.url}${KEYS}`;
  }

  keyRequests(): number {
    return this.requests.filter((path) => path === KEYS).length;
  }

  async start(): Promise<void> {
    await listen(this.server, this.port);
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Requests are refused then until `start`. */
  async stop(): Promise<void> {
    await close(this.server);
    this.server = this.newServer();
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
    const key = this.key(alg);
    const head = { alg, typ: 'JWT', kid: key.kid, ...header };
    const data = signingInput(head, this.claims(now, claims));
    return `${data}.${signatureOf(key, data).toString('base64url')}`;
  }

  /** A token whose signature is this text. */
  unsigned(now: Date, header: Record<string, unknown>, signature = ''): string {
    return `${signingInput(header, this.claims(now, {}))}.${signature}`;
  }

  /** Signed with a public key as if it were a shared secret. */
  confused(now: Date): string {
    const { kid, publicKey } = this.key('RS256');
    const data = signingInput({ alg: 'HS256', typ: 'JWT', kid }, this.claims(now, {}));
    const secret = publicKey.export({ type: 'spki', format: 'pem' });
    return `${data}.${createHmac('sha256', secret).update(data).digest('base64url')}`;
  }

  private claims(now: Date, claims: Record<string, unknown>): Record<string, unknown> {
    const seconds = Math.floor(now.getTime() / 1_000);
    return {
      iss: this.url,
      aud: AUDIENCE,
      sub: 'ada',
      iat: seconds,
      exp: seconds + 3_600,
      agents: ['*'],
      access: 'manage',
      ...claims,
    };
  }

  private key(alg: Algorithm): SigningKey {
    const key = this.keys.find((each) => each.alg === alg);
    if (key === undefined) throw new Error(`no key for ${alg}`);
    return key;
  }

  private newServer() {
    return createServer((request, response) => this.handle(request, response));
  }

  private handle({ url = '' }: IncomingMessage, response: ServerResponse): void {
    this.requests.push(url);
    const fault = url === DISCOVERY ? this.faults.discovery : this.faults.keys;
    if (fault !== null) return failWith(fault, response);
    if (url === DISCOVERY) {
      return sendJson(response, 200, { issuer: this.url, jwks_uri: this.jwksUrl, ...this.discovery });
    }
    const keys = this.keys.map(({ kid, alg, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      kid,
      alg,
      use: 'sig',
    }));
    return sendJson(response, url === KEYS ? 200 : 404, { keys });
  }
}

export async function startOidcIssuer(): Promise<OidcIssuer> {
  const issuer = new OidcIssuer();
  await issuer.start();
  return issuer;
}

function failWith(fault: IssuerFault, response: ServerResponse): void {
  switch (fault.kind) {
    case 'status':
      return sendJson(response, fault.status, {});
    case 'body':
      response.writeHead(200, { 'Content-Type': 'application/json' });
      return void response.end(fault.body);
    case 'redirect':
      return void response.writeHead(302, { Location: fault.to }).end();
    case 'hang':
      return;
    case 'endless':
      return sendForever(response);
    default:
      return fault satisfies never;
  }
}

function sendForever(response: ServerResponse): void {
  const send = () => {
    if (!response.destroyed) response.write(' '.repeat(65_536), () => setImmediate(send));
  };
  send();
}

function newKeys(generation: number): SigningKey[] {
  const pairs = {
    RS256: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
    PS256: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
    ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    EdDSA: generateKeyPairSync('ed25519'),
  };
  return (Object.keys(pairs) as Algorithm[]).map((alg) => ({
    kid: `${alg}-${generation}`,
    alg,
    ...pairs[alg],
  }));
}

function signingInput(header: Record<string, unknown>, payload: unknown): string {
  return [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}

/** RFC 7518, section 3. */
function signatureOf({ alg, privateKey: key }: SigningKey, data: string): Buffer {
  const bytes = Buffer.from(data);
  switch (alg) {
    case 'RS256':
      return sign('sha256', bytes, key);
    case 'PS256':
      return sign('sha256', bytes, {
        key,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      });
    case 'ES256':
      return sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' });
    case 'EdDSA':
      return sign(null, bytes, key);
    default:
      return alg satisfies never;
  }
}

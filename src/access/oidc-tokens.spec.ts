import { Logger } from '@nestjs/common';
import type { DomainError } from '../common/domain-error';
import { Env } from '../config/env';
import { startOidcIssuer, type OidcIssuer } from '../../test/support/oidc-issuer';
import type { Fault } from '../../test/support/server-fault';
import { TestClock } from '../../test/support/test-clock';
import { OidcTokens } from './oidc-tokens.service';

const GRANT = { agents: ['*'], access: 'manage', scopes: null, by: 'oidc:ada' };

let issuer: OidcIssuer;
let clock: TestClock;
let tokens: OidcTokens;

beforeAll(async () => {
  Logger.overrideLogger(false);
  issuer = await startOidcIssuer();
});
afterAll(() => issuer.http.close());
beforeEach(() => {
  clock = new TestClock();
  tokens = newTokens();
});

const newTokens = (settings: Partial<Env> = {}) =>
  new OidcTokens(Object.assign(new Env(), issuer.settings, settings), clock);

const now = () => clock.now();
const secondsFromNow = (seconds: number) => Math.floor(now().getTime() / 1_000) + seconds;

async function outcome(token: string, verifier = tokens): Promise<unknown> {
  return verifier.verify(token).catch((error: DomainError) => error.code);
}

describe('a token of the issuer', () => {
  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)(
    'is admitted with a signature of %s',
    async (alg) => {
      expect(await outcome(issuer.token(now(), {}, { alg }))).toEqual(GRANT);
    },
  );

  it.each([
    ['of one audience among others', { aud: ['other', 'agent-memory'] }, {}],
    ['that expired 59 seconds ago', { exp: -59 }, {}],
    ['that is valid in 60 seconds', { nbf: 60 }, {}],
    ['of the type for access tokens', {}, { typ: 'at+jwt' }],
    ['of that type in full', {}, { typ: 'application/at+JWT' }],
    ['of no type', {}, { typ: undefined }],
  ])('%s is admitted', async (_, claims, header) => {
    expect(await outcome(issuer.token(now(), dated(claims), { header }))).toEqual(GRANT);
  });

  it.each([
    ['of another issuer', { iss: 'http://127.0.0.1:1' }, {}],
    ['of no issuer', { iss: undefined }, {}],
    ['of several issuers', { iss: ['http://127.0.0.1:1'] }, {}],
    ['for another audience', { aud: 'other' }, {}],
    ['for no audience', { aud: undefined }, {}],
    ['for an audience that is part of another', { aud: 'agent-memory-2' }, {}],
    ['that expired 60 seconds ago', { exp: -60 }, {}],
    ['that does not expire', { exp: undefined }, {}],
    ['that expires at a text', { exp: 'never' }, {}],
    ['that is valid in 61 seconds', { nbf: 61 }, {}],
    ['that is valid from a text on', { nbf: 'now' }, {}],
    ['of no subject', { sub: undefined }, {}],
    ['that is bound to a key of its sender', { cnf: { jkt: 'x' } }, {}],
    ['with a critical header', {}, { crit: ['urn:x'], 'urn:x': 1 }],
    ['with a critical header that its library knows', {}, { crit: ['b64'], b64: true }],
    ['with a payload that is not encoded', {}, { crit: ['b64'], b64: false }],
    ['that says so without making it critical', {}, { b64: false }],
    ['for logging out', {}, { typ: 'logout+jwt' }],
    ['that proves the possession of a key', {}, { typ: 'dpop+jwt' }],
    ['of a type that is a number', {}, { typ: 5 }],
    ['of the key of another algorithm', {}, { kid: 'RS256-1' }],
    ['of an unknown key', {}, { kid: 'other' }],
    ['of a key id that is a number', {}, { kid: 5 }],
    ['of an algorithm that is not allowed', {}, { alg: 'ES384' }],
    ['of another algorithm than it was signed with', {}, { alg: 'RS256' }],
    ['with a key of its own', {}, { kid: undefined, jwk: { kty: 'EC' }, jku: 'http://127.0.0.1:1/' }],
  ])('%s is refused', async (_, claims, header) => {
    // Without its id, a key is not ambiguous only if it is the only one of its algorithm.
    const expected = 'jwk' in header ? GRANT : 'InvalidBearerToken';
    expect(await outcome(issuer.token(now(), dated(claims), { header }))).toEqual(expected);
  });

  it('is refused when it is none', async () => {
    const signed = issuer.token(now());
    const [header = '', payload = '', signature = ''] = signed.split('.');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const others = [
      issuer.unsigned(now(), { alg: 'none' }),
      issuer.unsigned(now(), { alg: 'None', typ: 'JWT' }, 'AAAA'),
      issuer.unsigned(now(), { typ: 'JWT' }, signature),
      issuer.confused(now()),
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${flipped}`,
      `${signed}.${signature}.${signature}`,
      `${signed}=`,
      `${header}.${Buffer.from('"text"').toString('base64url')}.${signature}`,
      `${header}.${Buffer.from(JSON.stringify(signed)).toString('base64url')}.${signature}`,
      issuer.token(now(), { text: 'x'.repeat(16_384) }),
      '..',
      'x',
      '',
      'ä.ö.ü',
    ];
    for (const token of others) expect([token, await outcome(token)]).toEqual([token, 'InvalidBearerToken']);
  });

  it('is refused without settings', async () => {
    expect(await outcome(issuer.token(now()), new OidcTokens(new Env(), clock))).toBe('InvalidBearerToken');
  });

  it('of another issuer or of garbage causes no fetch', async () => {
    const before = issuer.http.requests.length;
    for (const token of [issuer.token(now(), { iss: 'https://other.example.com' }), 'a.b.c'])
      await outcome(token);
    expect(issuer.http.requests).toHaveLength(before);
  });
});

describe('a token that was admitted', () => {
  it('is refused when it has expired', async () => {
    const token = issuer.token(now());
    expect(await outcome(token)).toEqual(GRANT);
    clock.advance({ minutes: 61, ms: -1 });
    expect(await outcome(token)).toEqual(GRANT);
    clock.advance({ ms: 1 });
    expect(await outcome(token)).toBe('InvalidBearerToken');
  });

  it('is refused within ten minutes after its key was withdrawn', async () => {
    const token = issuer.token(now());
    expect(await outcome(token)).toEqual(GRANT);
    issuer.rotate();
    expect(await outcome(token)).toEqual(GRANT);
    clock.advance({ minutes: 10 });
    expect(await outcome(token)).toBe('InvalidBearerToken');
  });

  it('is verified again when only a letter of its signature is another', async () => {
    const token = issuer.token(now());
    expect(await outcome(token)).toEqual(GRANT);
    expect(
      await outcome(`${token.slice(0, -10)}${token.at(-10) === 'A' ? 'B' : 'A'}${token.slice(-9)}`),
    ).toBe('InvalidBearerToken');
  });
});

describe('an issuer', () => {
  const UNREADABLE: [string, Fault][] = [
    ['fails', { kind: 'status', status: 500 }],
    ['sends no JSON', { kind: 'body', body: '<html>' }],
    ['sends something else', { kind: 'body', body: '{"keys":5}' }],
    ['redirects', { kind: 'redirect', to: 'https://127.0.0.1:1/' }],
    ['sends without end', { kind: 'endless' }],
  ];

  describe.each(['/openid-configuration', '/keys'])('whose document %s', (document) => {
    afterEach(() => issuer.http.heal());

    it.each(UNREADABLE)('%s leaves tokens unverified', async (_, fault) => {
      issuer.http.failAll(fault, document);
      expect(await outcome(issuer.token(now()))).toBe('IssuerUnavailable');
      issuer.http.heal();
      clock.advance({ seconds: 2 });
      expect(await outcome(issuer.token(now()))).toEqual(GRANT);
    });
  });

  it.each([
    [{ issuer: 'http://127.0.0.1:1' }],
    [{ issuer: undefined }],
    [{ jwks_uri: undefined }],
    [{ jwks_uri: 'http://id.example.com/keys' }],
    [{ jwks_uri: 'file:///etc/passwd' }],
  ])('that describes itself by %j is not believed', async (document) => {
    issuer.discovery = document;
    expect(await outcome(issuer.token(now()))).toBe('IssuerUnavailable');
    issuer.discovery = {};
  });

  it('needs no discovery where the URL of its keys is set', async () => {
    issuer.http.failAll({ kind: 'status', status: 404 }, '/openid-configuration');
    expect(await outcome(issuer.token(now()), newTokens({ OIDC_JWKS_URL: issuer.jwksUrl }))).toEqual(GRANT);
    issuer.http.heal();
  });

  it('may rotate its keys, and go away', async () => {
    const old = issuer.token(now());
    await outcome(old);
    issuer.rotate();
    const token = issuer.token(now());
    expect(await outcome(token)).toEqual(GRANT);
    expect(await outcome(old)).toBe('InvalidBearerToken');
    await issuer.http.close();
    clock.advance({ minutes: 30 });
    expect(await outcome(token)).toEqual(GRANT);
    await issuer.http.start();
  });
});

/** `exp` and `nbf` as seconds from now. */
function dated(claims: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      typeof value === 'number' && ['exp', 'nbf'].includes(name) ? secondsFromNow(value) : value,
    ]),
  );
}

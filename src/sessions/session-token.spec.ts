import { createSecretKey } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import type { ActiveSession } from './session';
import { claimsOf, payloadOf, tokenHash } from './session-token';
import { SessionTokens, TOKEN_OPTIONS } from './session-tokens.service';

const SESSION: ActiveSession = {
  sessionId: 'sess_0a1b2c3d4e5f',
  agentId: 'support-bot',
  namespace: 'service_agent_support-bot',
  startedAt: new Date('2026-05-01T12:00:00.123Z'),
  expiresAt: new Date('2026-05-01T18:00:00.123Z'),
  pattern: 'support',
};

function jwtOf(secret: string): JwtService {
  const { signOptions, verifyOptions } = TOKEN_OPTIONS;
  return new JwtService({
    secret: createSecretKey(Buffer.from(secret.padEnd(32, '0'))),
    signOptions: { ...signOptions },
    verifyOptions: { algorithms: [...verifyOptions.algorithms] },
  });
}

function unsigned(payload: object): string {
  const parts = [{ alg: 'none', typ: 'JWT' }, payload].map((part) => Buffer.from(JSON.stringify(part)));
  return `${parts.map((part) => part.toString('base64url')).join('.')}.`;
}

describe('SessionTokens', () => {
  const tokens = new SessionTokens(jwtOf('key'));

  it('mints the same token for the same session every time', () => {
    expect(tokens.mint(SESSION)).toBe(new SessionTokens(jwtOf('key')).mint({ ...SESSION }));
  });

  it('mints another token for another expiry', () => {
    const renewed = { ...SESSION, expiresAt: new Date(SESSION.expiresAt.getTime() + 1) };
    expect(tokens.mint(renewed)).not.toBe(tokens.mint(SESSION));
  });

  it('reads what it minted', () => {
    const { agentId, sessionId, expiresAt } = SESSION;
    expect(tokens.verify(tokens.mint(SESSION))).toEqual({ agentId, sessionId, expiresAt });
  });

  it('works out the signature of a token once, and refuses what was made of that token', () => {
    const jwt = jwtOf('key');
    const verify = jest.spyOn(jwt, 'verify');
    const reader = new SessionTokens(jwt);
    const token = tokens.mint(SESSION);
    expect(reader.verify(token)).toEqual(reader.verify(token));
    expect(verify).toHaveBeenCalledTimes(1);

    const [head, , signature] = token.split('.');
    const payload = Buffer.from(JSON.stringify({ ...payloadOf(SESSION), agent_id: 'another' }));
    const forged = [head, payload.toString('base64url'), signature].join('.');
    for (let time = 0; time < 2; time++) {
      expect(() => reader.verify(forged)).toThrow(expect.objectContaining({ code: 'InvalidSessionToken' }));
    }
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['another key', () => jwtOf('other').sign(payloadOf(SESSION))],
    ['another algorithm', () => jwtOf('key').sign(payloadOf(SESSION), { algorithm: 'HS384' })],
    ['no algorithm', () => unsigned(payloadOf(SESSION))],
    ['a payload without a session', () => jwtOf('key').sign({ agent_id: 'a' })],
    ['an expiry that is no date', () => jwtOf('key').sign({ ...payloadOf(SESSION), expires_at: 'soon' })],
    ['an empty text', () => ''],
  ])('refuses a token with %s', (_, forge) => {
    expect(() => tokens.verify(forge())).toThrow(expect.objectContaining({ code: 'InvalidSessionToken' }));
  });
});

describe('claimsOf', () => {
  it.each([null, undefined, 7, 'text', [], {}, { agent_id: 1, session_id: 's', expires_at: '2026-05-01' }])(
    'is null for %j',
    (payload) => {
      expect(claimsOf(payload)).toBeNull();
    },
  );
});

describe('tokenHash', () => {
  it('is SHA-256 in hex', () => {
    expect(tokenHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

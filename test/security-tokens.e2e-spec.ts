import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { loadSigningKey } from '../src/sessions/session-tokens.service';
import { activate, newSession, type TestSession } from './support/agents';
import { TEST_SECRET_KEY } from './support/database';
import { errorOf, payloadOf, recent, uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

const HEADER = { alg: 'HS256', typ: 'JWT' };

const app = useTestApp();
let session: TestSession;
/** The one that the service signs with, to be worse than a forger can be. */
let key: KeyObject;

beforeAll(async () => {
  key = await loadSigningKey(app.env);
});
beforeEach(async () => {
  session = await newSession(app, uniqueId());
});

function encoded(...parts: object[]): string {
  return parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}

function signed(header: object, payload: object, by: KeyObject | string = key, hash = 'sha256'): string {
  const text = encoded(header, payload);
  return `${text}.${createHmac(hash, by).update(text).digest('base64url')}`;
}

async function expectRefused(tokens: readonly string[], errors = ['InvalidSessionToken']): Promise<void> {
  const accepted: unknown[] = [];
  for (const token of tokens) {
    const response = await recent(app, session.agentId, token);
    if (![401, 429].includes(response.status) || !errors.includes(errorOf(response)))
      accepted.push([token, response.status, response.body]);
  }
  expect(accepted).toEqual([]);
}

/** For more tokens than the service compares for one address in a minute. It lets right ones in all the same. */
async function expectManyRefused(tokens: readonly string[]): Promise<void> {
  await expectRefused(tokens, ['InvalidSessionToken', 'RateLimited']);
  await recent(app, session.agentId, session.token).expect(200);
}

function lengthened(token: string): Record<string, string> {
  return { ...payloadOf(token), expires_at: '2999-01-01T00:00:00.000Z' };
}

describe('a session token is worth nothing', () => {
  it.each(['none', 'None', 'NONE', 'nOnE', '', 'HS1', 'hs256', null])(
    'with the algorithm %j',
    async (alg) => {
      const payload = payloadOf(session.token);
      const [, , signature = ''] = session.token.split('.');
      const text = encoded({ alg, typ: 'JWT' }, payload);
      await expectRefused([text, `${text}.`, `${text}.${signature}`, signed({ alg, typ: 'JWT' }, payload)]);
    },
  );

  it('signed with another key, or with one that a request may choose', async () => {
    const payload = payloadOf(session.token);
    const chosen = {
      ...HEADER,
      jwk: { kty: 'oct', k: 'bWluZQ' },
      jku: 'http://127.0.0.1:1/',
      kid: '/dev/null',
    };
    const keys = ['mine', '\0', TEST_SECRET_KEY, Buffer.from(TEST_SECRET_KEY).toString('base64')];
    await expectRefused(
      keys.flatMap((each) => [signed(HEADER, payload, each), signed(chosen, payload, each)]),
    );
    await expectRefused([signed(HEADER, lengthened(session.token), 'mine')]);
  });

  it('signed with the right key by another algorithm', async () => {
    const payload = payloadOf(session.token);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const text = encoded({ alg: 'RS256', typ: 'JWT' }, payload);
    await expectRefused([
      signed({ alg: 'HS384', typ: 'JWT' }, payload, key, 'sha384'),
      signed({ alg: 'HS512', typ: 'JWT' }, payload, key, 'sha512'),
      `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`,
    ]);
  });

  it('with the agent swapped in its claims', async () => {
    const other = await newSession(app, uniqueId());
    const [header = '', , signature = ''] = other.token.split('.');
    const swapped = { ...payloadOf(other.token), agent_id: session.agentId };
    await expectRefused([
      `${header}.${encoded(swapped)}.${signature}`,
      `${header}.${session.token.split('.')[1]}.${signature}`,
      // Not even signed by the service itself: what counts is the session on record.
      signed(HEADER, swapped),
    ]);
  });

  it('of another agent', async () => {
    const other = await newSession(app, uniqueId());
    const response = await recent(app, session.agentId, other.token).expect(500);
    expect(Object.keys(response.body as object)).toEqual(['detail']);
    expect(errorOf(response)).toBe('InternalServerError');
  });

  it('with claims that the service did not write, though signed by it', async () => {
    const payload = payloadOf(session.token);
    await expectRefused([
      signed(HEADER, lengthened(session.token)),
      signed(HEADER, { ...payload, session_id: '01970a5c-7e1b-7c2a-9d5e-3f1a2b4c5d6e' }),
      signed(HEADER, { ...payload, session_id: "' OR 1=1 --" }),
      signed(HEADER, { ...payload, nbf: 9_999_999_999 }),
      signed(HEADER, { ...payload, exp: 1 }),
      signed(HEADER, []),
    ]);
  });

  it('after its session was ended or superseded', async () => {
    const first = session.token;
    const second = await activate(app, session.agentId);
    await expectRefused([first]);
    await second.call('post', 'deactivate').expect(200);
    await expectRefused([first, second.token]);
  });

  it('after its time, to who may not manage', async () => {
    const late = await newSession(app, uniqueId());
    app.clock.set(new Date(payloadOf(late.token).expires_at ?? ''));
    const response = await recent(app, late.agentId, late.token)
      .set('X-Forwarded-For', '127.0.0.1')
      .expect(401);
    expect(errorOf(response)).toBe('SessionExpired');
  });

  it('cut at any of its characters', async () => {
    const { token } = session;
    await expectManyRefused(Array.from({ length: token.length - 1 }, (_, i) => token.slice(0, i + 1)));
  });

  it('with any of its characters changed, also those bits that say nothing', async () => {
    const { token } = session;
    const changed = Array.from(
      token,
      (char, i) => `${token.slice(0, i)}${char === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`,
    );
    const endings = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
      .map((char) => token.slice(0, -1) + char)
      .filter((each) => each !== token);
    await expectManyRefused([...changed, ...endings, `${token}=`, `${token}.`, `${token}A`]);
  });
});

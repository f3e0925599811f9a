import request, { type Test } from 'supertest';
import { createAgent, newSession } from './support/agents';
import { TEST_SECRET_KEY } from './support/database';
import { rawRequest } from './support/raw-request';
import { credentialMatches } from '../src/access/credentials';
import { startTestApp, useTestApp } from './support/test-app';

const DENIED = /loopback client or a valid management credential/;

const app = useTestApp();

beforeAll(async () => {
  await createAgent(app, 'known');
});

/** A request that comes through a proxy, as far as the service can tell. */
function fromElsewhere(call: Test): Test {
  return call.set('X-Forwarded-For', '203.0.113.9');
}

const managed: [string, () => Test][] = [
  ['POST agents', () => request(app.url).post('/api/v2/agents').send({ agent_id: 'x' })],
  ['GET agents', () => request(app.url).get('/api/v2/agents')],
  ['GET an agent', () => request(app.url).get('/api/v2/agents/known')],
  ['DELETE an agent', () => request(app.url).delete('/api/v2/agents/known')],
  ['activate', () => request(app.url).post('/api/v2/agents/known/activate')],
  ['status', () => request(app.url).get('/api/v2/status')],
];

describe('management access', () => {
  it.each(managed)('refuses %s from elsewhere with a 401 in plain words', async (_, call) => {
    const { body } = await fromElsewhere(call()).expect(401);

    expect((body as { detail: string }).detail).toMatch(DENIED);
  });

  it('refuses to deactivate from elsewhere, even with the session token', async () => {
    const session = await newSession(app, 'half-way');

    const { body } = await fromElsewhere(session.call('post', 'deactivate')).expect(401);

    expect((body as { detail: string }).detail).toMatch(DENIED);
    await session.call('post', 'recall/recent').send({}).expect(200);
  });

  it('is checked before the request is read', async () => {
    await fromElsewhere(request(app.url).get('/api/v2/agents/a.b?include_counts=yes')).expect(401);
  });

  it.each([
    ['Authorization', `Bearer ${TEST_SECRET_KEY}`],
    ['authorization', `bearer ${TEST_SECRET_KEY}`],
    ['X-Api-Key', TEST_SECRET_KEY],
  ])('is granted from anywhere to the credential in %s', async (header, value) => {
    await fromElsewhere(request(app.url).get('/api/v2/agents')).set(header, value).expect(200);
  });

  it.each([
    ['a wrong bearer', 'Authorization', 'Bearer wrong'],
    ['the start of the key', 'X-Api-Key', TEST_SECRET_KEY.slice(0, -1)],
    ['the key and more', 'X-Api-Key', `${TEST_SECRET_KEY}0`],
    ['another scheme', 'Authorization', `Basic ${TEST_SECRET_KEY}`],
    ['no scheme', 'Authorization', TEST_SECRET_KEY],
    ['an empty bearer', 'Authorization', 'Bearer '],
  ])('is refused with %s', async (_, header, value) => {
    await fromElsewhere(request(app.url).get('/api/v2/agents')).set(header, value).expect(401);
  });

  it('needs no credential on loopback, where a wrong one does no harm', async () => {
    await request(app.url).get('/api/v2/agents').set('X-Api-Key', 'wrong').expect(200);
  });

  it.each([
    [{ Host: 'evil.example' }, 401],
    [{ Host: 'localhost.evil.example' }, 401],
    [{ Host: 'localhost' }, 200],
    [{ Host: '[::1]:8000' }, 200],
    [{ Origin: 'http://localhost:3000' }, 200],
    [{ Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'cross-site' }, 200],
    [{ Origin: 'https://evil.example' }, 401],
    [{ Origin: 'null' }, 401],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 401],
    [{ 'Sec-Fetch-Site': 'same-site' }, 401],
    [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{ 'Sec-Fetch-Site': 'none' }, 200],
    [{ Forwarded: 'for=127.0.0.1' }, 401],
    [{ 'X-Real-IP': '127.0.0.1' }, 401],
    [{ Via: '1.1 proxy' }, 401],
    [{ 'CF-Connecting-IP': '127.0.0.1' }, 401],
  ])('of a client on this machine with %j is answered %i', async (headers, status) => {
    await request(app.url)
      .get('/api/v2/agents')
      .set(headers as Record<string, string>)
      .expect(status);
  });

  it('is refused where the Host header comes twice', async () => {
    const answer = await rawRequest(`${app.url}/api/v2/agents`, {
      headers: [
        ['Host', 'localhost'],
        ['Host', 'evil.example'],
      ],
    });

    expect([400, 401]).toContain(answer.status);
  });
});

describe('a generated key', () => {
  const skip = process.env.TEST_DATABASE_URL ? it.skip : it;

  skip('is no management credential, but signs session tokens', async () => {
    const keyless = await startTestApp({ env: { SERVICE_SECRET_KEY: null } });
    try {
      await fromElsewhere(request(keyless.url).get('/api/v2/agents')).set('X-Api-Key', 'null').expect(401);
      await fromElsewhere(request(keyless.url).get('/api/v2/agents')).set('X-Api-Key', '').expect(401);
      const session = await newSession(keyless, 'a');
      await session.call('post', 'recall/recent').send({}).expect(200);
    } finally {
      await keyless.close();
    }
  });
});

/** So long that a comparison that ends at the first difference would stand out. */
const KEY = 'k'.repeat(1 << 20);
const ROUNDS = 60;

/** Milliseconds of the quickest comparison with each, taken in turns: load can only slow one down. */
function quickest(presented: readonly string[]): number[] {
  const best = presented.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, value] of presented.entries()) {
      const began = performance.now();
      credentialMatches(value, KEY);
      best[i] = Math.min(best[i] ?? Infinity, performance.now() - began);
    }
  }
  return best;
}

describe('comparing credentials', () => {
  it('takes as long whatever part of the key was guessed', () => {
    const rest = KEY.slice(1);
    const [first = 0, middle = 0, last = 0, right = 0] = quickest([
      `x${rest}`,
      `${KEY.slice(0, KEY.length / 2)}x${KEY.slice(KEY.length / 2 + 1)}`,
      `${rest}x`,
      KEY,
    ]);
    for (const time of [middle, last, right]) {
      // A comparison that ends at the first difference is thousands of times as quick.
      expect(time / first).toBeGreaterThan(0.8);
      expect(time / first).toBeLessThan(1.25);
    }
  });
});

describe('a guess of the credential', () => {
  it('is refused alike for every prefix of it', async () => {
    const answers = new Set<string>();
    for (let length = 0; length < TEST_SECRET_KEY.length; length++) {
      const guess = TEST_SECRET_KEY.slice(0, length).padEnd(TEST_SECRET_KEY.length, '.');
      for (const headers of [{ 'X-Api-Key': guess }, { Authorization: `Bearer ${guess}` }]) {
        const { status, text } = await request(app.url)
          .get('/api/v2/agents')
          .set({ Host: 'api.example', ...headers });
        answers.add(`${status} ${text}`);
      }
    }
    expect([...answers]).toEqual([expect.stringMatching(/^401 \{"detail":"[^"]+"\}$/)]);
  });
});

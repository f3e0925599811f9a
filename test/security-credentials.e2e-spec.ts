import request from 'supertest';
import { credentialMatches } from '../src/access/management-credential';
import { TEST_SECRET_KEY } from './support/database';
import { startTestApp, type TestApp } from './support/test-app';

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
      expect(time / first).toBeGreaterThan(0.4);
      expect(time / first).toBeLessThan(2.5);
    }
  });
});

describe('a guess of the credential', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

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

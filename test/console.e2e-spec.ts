import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import request, { type Response } from 'supertest';
import { ensureConsoleForTests } from './support/console';
import { newSession } from './support/agents';
import { TEST_SECRET_KEY } from './support/database';
import { createKey, revokeKey } from './support/keys';
import { startTestApp, type TestApp } from './support/test-app';

const ELSEWHERE = { 'X-Forwarded-For': '203.0.113.9' };
const LOGIN = '/api/v2/console/login';
const BUILT = path.join(__dirname, '../dist/console');

let app: TestApp;

beforeAll(async () => {
  ensureConsoleForTests();
  app = await startTestApp({ alone: true });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => request(app.url).get(url).set(headers);

function cookieOf({ headers }: Response): string {
  const [cookie = ''] = headers['set-cookie'] as unknown as string[];
  return cookie;
}

/** The headers of a page of the console in a browser on another machine. */
async function loggedIn(credential: string): Promise<Record<string, string>> {
  const answer = await request(app.url).post(LOGIN).set(ELSEWHERE).send({ credential }).expect(204);
  return { ...ELSEWHERE, Cookie: cookieOf(answer).split(';')[0] ?? '', Origin: app.url };
}

const logout = (headers: Record<string, string>) =>
  request(app.url).post('/api/v2/console/logout').set(headers);

describe('the web console', () => {
  it('is where a browser that asks for / is sent, and a program is not', async () => {
    const browser = await get('/', { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }).expect(302);
    expect(browser.headers.location).toBe('/app/');
    const program = await get('/', { Accept: '*/*' }).expect(200);
    expect(program.body).toMatchObject({ docs: '/docs' });
  });

  it.each(['/app/', '/app/agents/demo/recall', '/app/system'])('has its document at %s', async (url) => {
    const { headers, text } = await get(url).expect(200);
    expect(text).toContain('<div id="app">');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('allows scripts, styles and requests of this service only, and nothing within the document', async () => {
    const { headers, text } = await get('/app/');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy.split(';').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self'",
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "style-src 'self'",
    ]);
    expect(text).not.toMatch(/<style|style=|<script(?![^>]*src=)|https?:/);
  });

  it('has immutable files, compressed by the build', async () => {
    const [script = ''] = /\/app\/assets\/[^"]+\.js/.exec((await get('/app/')).text) ?? [];
    const plain = await get(script, { 'Accept-Encoding': 'identity' }).buffer().expect(200);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const encoding of ['br', 'gzip']) {
      const packed = await get(script, { 'Accept-Encoding': encoding }).expect(200);
      expect(packed.headers['content-encoding']).toBe(encoding);
    }
    const file = path.join(BUILT, script.slice('/app/'.length));
    expect(digest(plain.text)).toBe(digest(readFileSync(file, 'utf8')));
  });

  it('has at most 110 KB of JavaScript', () => {
    const names = readdirSync(path.join(BUILT, 'assets')).filter((name) => name.endsWith('.js.gz'));
    const bytes = names.map((name) => statSync(path.join(BUILT, 'assets', name)).size);
    expect(bytes.length).toBeGreaterThan(0);
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(110 * 1_024);
  });

  it.each(['/app/assets/none.js', '/app/none.txt', '/app/../package.json'])('has no %s', async (url) => {
    await get(url).expect(404);
  });

  it('can be turned off', async () => {
    const off = await startTestApp({ alone: true, env: { CONSOLE_ENABLED: false } });
    try {
      await request(off.url).get('/app/').expect(404);
      await request(off.url).get('/').set('Accept', 'text/html').expect(200);
      await request(off.url).post(LOGIN).send({ credential: TEST_SECRET_KEY }).expect(404);
    } finally {
      await off.close();
    }
  });
});

describe('a login to the console', () => {
  it('sets a cookie for 12 hours, which pages of the service manage with', async () => {
    const answer = await request(app.url).post(LOGIN).set(ELSEWHERE).send({ credential: TEST_SECRET_KEY });
    expect(answer.status).toBe(204);
    const [value, ...attributes] = cookieOf(answer).split('; ');
    const expires = new Date(app.clock.now().getTime() + 12 * 3_600_000).toUTCString();
    expect(value).toMatch(/^console_session=/);
    expect(attributes.sort()).toEqual([`Expires=${expires}`, 'HttpOnly', 'Path=/', 'SameSite=Strict']);

    const headers = await loggedIn(TEST_SECRET_KEY);
    await get('/api/v2/agents', ELSEWHERE).expect(401);
    await get('/api/v2/agents', headers).expect(200);
    await get('/api/v2/keys', headers).expect(200);
    await get('/api/ui/config', headers).expect(200);
    await get('/api/ui/attention', headers).expect(200);
  });

  it('ends after 12 hours', async () => {
    const headers = await loggedIn(TEST_SECRET_KEY);
    app.clock.advance({ ms: 12 * 3_600_000 });
    await get('/api/v2/agents', headers).expect(401);
  });

  it('is removed from the browser by a logout', async () => {
    const left = await logout(await loggedIn(TEST_SECRET_KEY)).expect(204);
    expect(cookieOf(left)).toMatch(/^console_session=; .*Expires=Thu, 01 Jan 1970/);
    expect(left.headers['set-cookie']?.[1]).toMatch(/^service_session_token=; .*Expires=Thu, 01 Jan 1970/);
  });

  it('ends on the server with a logout, and no other login ends with it', async () => {
    const headers = await loggedIn(TEST_SECRET_KEY);
    const other = await loggedIn(TEST_SECRET_KEY);
    await logout(headers).expect(204);
    await logout(headers).expect(204);
    await get('/api/v2/agents', headers).expect(401);
    await get('/api/v2/keys', headers).expect(401);
    await get('/api/ui/config', headers).expect(403);
    await get('/api/v2/agents', other).expect(200);
    await get('/api/ui/config', other).expect(200);
  });

  it('ends on the server with a logout that is not of a page', async () => {
    const { Origin: _, ...program } = await loggedIn(TEST_SECRET_KEY);
    await logout(program).expect(204);
    await get('/api/v2/agents', { ...program, Origin: app.url }).expect(401);
  });

  it('of a key ends on the server with a logout, and the key goes on', async () => {
    const { key } = await createKey(app, { agents: ['team-*'], access: 'manage' });
    const headers = await loggedIn(key);
    await get('/api/v2/agents', headers).expect(200);
    await logout(headers).expect(204);
    await get('/api/v2/agents', headers).expect(401);
    await get('/api/v2/agents', { Authorization: `Bearer ${key}` }).expect(200);
  });

  it('counts only in requests of its own pages', async () => {
    const { Origin: _, ...headers } = await loggedIn(TEST_SECRET_KEY);
    await get('/api/v2/agents', { ...headers, Origin: 'https://evil.example' }).expect(401);
    await get('/api/v2/agents', { ...headers, 'Sec-Fetch-Site': 'cross-site' }).expect(401);
    await get('/api/v2/agents', { ...headers, 'Sec-Fetch-Site': 'same-origin' }).expect(200);
    const create = request(app.url).post('/api/v2/agents').set(headers);
    await create.send({ agent_id: 'from-a-form' }).expect(401);
  });

  it('is refused to pages elsewhere', async () => {
    const login = request(app.url)
      .post(LOGIN)
      .set({ ...ELSEWHERE, Origin: 'https://evil.example' });
    const { body } = await login.send({ credential: TEST_SECRET_KEY }).expect(403);
    expect(body).toMatchObject({ detail: expect.anything() as unknown });
  });

  it('takes a key that manages, for its agents, until it is revoked', async () => {
    await newSession(app, 'team-a');
    await newSession(app, 'other-b');
    const key = await createKey(app, { agents: ['team-*'], access: 'manage' });
    const headers = await loggedIn(key.key);
    const { body } = await get('/api/v2/agents', headers).expect(200);
    expect((body as { agents: { agent_id: string }[] }).agents.map((each) => each.agent_id)).toEqual([
      'team-a',
    ]);
    const join = (agent: string) =>
      request(app.url).post(`/api/v2/agents/${agent}/activate`).set(headers).send({ join: true });
    await join('team-a').expect(200);
    await join('other-b').expect(403);
    await get('/api/v2/keys', headers).expect(403);
    await get('/api/ui/config', headers).expect(403);
    await revokeKey(app, key).expect(200);
    await get('/api/v2/agents', headers).expect(401);
  });

  it('takes no cookie that was changed', async () => {
    const { Cookie: cookie = '', ...headers } = await loggedIn(TEST_SECRET_KEY);
    await get('/api/v2/agents', { ...headers, Cookie: cookie.replace(/\.\d/, '.9') }).expect(401);
  });

  it('answers 401 to a wrong credential and 429 after ten of them in a minute, but never to the right one', async () => {
    const limited = await startTestApp({ alone: true });
    try {
      const login = (credential: string) => request(limited.url).post(LOGIN).send({ credential });
      for (let i = 0; i < 5; i++) await login(TEST_SECRET_KEY).expect(204);
      for (let i = 0; i < 10; i++) {
        const { body } = await login(i % 2 === 0 ? 'wrong' : 'amk_nonsense').expect(401);
        expect(body).toMatchObject({ detail: { error: 'InvalidCredential' } });
      }
      for (const wrong of ['wrong', 'another', 'w'.repeat(64)]) {
        const { body, headers } = await login(wrong).expect(429);
        expect(body).toMatchObject({ detail: { error: 'RateLimited' } });
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      await login(TEST_SECRET_KEY).expect(204);
      const { key } = await createKey(limited, { access: 'manage' });
      await login(key).expect(204);
    } finally {
      await limited.close();
    }
  });
});

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

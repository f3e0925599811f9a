import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request, { type Test } from 'supertest';
import type { Env } from '../src/config/env';
import { newTestStore, TEST_SECRET_KEY, type TestStore } from './support/database';
import { rawRequest } from './support/raw-request';
import { changeSettings, configOf, settingOf } from './support/settings';
import { startTestApp, useTestApp, type TestApp } from './support/test-app';
import { buildService } from './support/service-process';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ams-settings-'));
});
afterAll(() => rm(folder, { recursive: true }));

beforeAll(buildService);

describe('with settings from the environment and from a file', () => {
  let other: TestApp;
  let store: TestStore;
  let file: string;
  const fixed: Partial<Env> = {
    RECALL_LIMIT: 3,
    SESSION_AUTO_RENEW_ENABLED: false,
    EMBEDDINGS_API_KEY: 'sk-hidden',
  };

  beforeAll(async () => {
    file = join(folder, 'config.yaml');
    await writeFile(file, 'recall.limit: 50\nactivity:\n  retention_days: 90\nschedule.max_fraction: 0.25\n');
    store = await newTestStore();
    other = await startTestApp({ store, env: { ...fixed, CONFIG_FILE: file } });
  });
  afterAll(async () => {
    await other.close();
    await store.remove();
  });

  it('the environment comes first, and locks', async () => {
    expect(await settingOf(other, 'recall.limit')).toEqual({ value: 3, source: 'environment', locked: true });
    const { body } = await changeSettings(other, { 'activity.retention_days': 7, 'recall.limit': 4 }).expect(
      409,
    );

    expect(body).toEqual({ detail: expect.stringContaining('recall.limit') as string });
    expect(await settingOf(other, 'activity.retention_days')).toMatchObject({ value: 90, source: 'file' });
  });

  it('a bad value for a locked setting is 422 before it is 409', async () => {
    await changeSettings(other, { 'recall.limit': 'many' }).expect(422);
    await changeSettings(other, { 'recall.limit': null }).expect(409);
  });

  it('stored comes before the file, and the file before the default; a restart changes nothing', async () => {
    expect(await settingOf(other, 'schedule.max_fraction')).toEqual({
      value: 0.25,
      source: 'file',
      locked: false,
    });
    await changeSettings(other, { 'schedule.max_fraction': 1, 'session.default_duration_hours': 2 }).expect(
      200,
    );
    const before = await configOf(other);

    await other.close();
    other = await startTestApp({ store, env: { ...fixed, CONFIG_FILE: file } });

    expect(await configOf(other)).toEqual(before);
    expect(before.settings).toMatchObject({
      'schedule.max_fraction': { value: 1, source: 'stored' },
      'session.default_duration_hours': { value: 2, source: 'stored' },
      'activity.retention_days': { value: 90, source: 'file' },
      'session.auto_recreate_enabled': { value: true, source: 'default' },
    });
  });

  it('secrets are set or unset, never shown, and fixed', async () => {
    const { text, body } = await request(other.url).get('/api/ui/config').expect(200);
    const set = { value: 'set', source: 'environment', locked: true };
    const unset = { value: 'unset', source: 'default', locked: true };
    expect((body as { settings: object }).settings).toMatchObject({
      'service.secret_key': set,
      'embeddings.api_key': set,
      'database.url': process.env.TEST_DATABASE_URL ? set : unset,
    });
    const refused = await changeSettings(other, {
      'service.secret_key': 'sk-offered',
      'recall.limit': 5,
    }).expect(409);
    const guessed = await changeSettings(other, {
      'database.url': 'postgres://u:sk-offered@h/d',
      x: 'sk-offered',
    }).expect(422);
    for (const answer of [text, refused.text, guessed.text]) {
      expect(answer).not.toMatch(new RegExp(`${TEST_SECRET_KEY}|sk-hidden|sk-offered|postgres:`));
    }
  });
});

describe('the start', () => {
  it('is stopped by a bad configuration file, whose key it names', async () => {
    const file = join(folder, 'bad.yaml');
    await writeFile(file, 'recall.limits: 5\nsession: { auto_renew_enabled: perhaps }\n');
    const { status, stderr } = spawnSync(process.execPath, ['dist/main.js'], {
      cwd: join(__dirname, '..'),
      env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: folder, PORT: '0', CONFIG_FILE: file },
    });
    expect(status).toBe(1);
    expect(stderr.toString()).toBe(
      `The service did not start: Configuration is not valid:\n  CONFIG_FILE ${file}: ` +
        'recall.limits: is no setting; session.auto_renew_enabled: Input should be a valid boolean\n',
    );
  });
});

describe('requests that are not local', () => {
  const app = useTestApp();

  const routes: [string, () => Test][] = [
    ['GET config', () => request(app.url).get('/api/ui/config')],
    ['PATCH config', () => changeSettings(app, { 'recall.limit': 'bad' })],
  ];
  const forged: Record<string, string>[] = [
    { Host: 'evil.example' },
    { Host: 'localhost.evil.example' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'X-Forwarded-For': '127.0.0.1' },
    { Forwarded: 'for=127.0.0.1' },
    { 'X-Forwarded-For': '203.0.113.9', Authorization: `Bearer ${TEST_SECRET_KEY}` },
    { Host: 'evil.example', 'X-Api-Key': TEST_SECRET_KEY },
  ];

  it.each(routes)('to %s are refused in plain words, whatever credential they bring', async (_, call) => {
    for (const headers of forged) {
      const { body } = await call().set(headers).expect(403);
      expect(body).toEqual({ detail: expect.stringContaining('loopback client') as string });
    }
  });

  it('are those with two Host headers', async () => {
    const headers: [string, string][] = [
      ['Host', 'localhost'],
      ['Host', 'evil.example'],
    ];
    const answer = await rawRequest(`${app.url}/api/ui/config`, { headers });
    expect([400, 403]).toContain(answer.status);
  });

  it('are not those of a page on this machine', async () => {
    const page = { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-site' };
    await request(app.url).get('/api/ui/config').set(page).expect(200);
  });
});

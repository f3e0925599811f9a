import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import request from 'supertest';
import { newSession, type TestSession } from './support/agents';
import { sendLines } from './support/raw-bytes';
import { refusalFault } from './support/refusals';
import { startTestApp, type TestApp } from './support/test-app';
import { BOUNDARY, END, sendForm, upload } from './support/uploads';

/** Where `..` would lead to: the folder of the data is a few levels below it. */
let outer: string;
let app: TestApp;
let session: TestSession;

beforeAll(async () => {
  outer = await mkdtemp(join(tmpdir(), 'names-'));
  const env = { INGEST_CONCURRENCY: 0 };
  app = await startTestApp({
    env: process.env.TEST_DATABASE_URL ? { ...env, DATA_DIR: join(outer, 'a', 'b', 'data') } : env,
  });
  session = await newSession(app, 'target');
});
afterAll(async () => {
  await app.close();
  await rm(outer, { recursive: true, force: true });
});

/** Paths of whatever is in the data folder and beside it, but for the database's own files. */
async function placed(): Promise<string[]> {
  const names = await readdir(app.env.DATA_DIR, { recursive: true });
  const beside = await readdir(outer, { recursive: true });
  return [...names, ...beside.map((name) => join(outer, name))].filter((name) =>
    /intruder|passwd/.test(name),
  );
}

const DOTS = ['../intruder.txt', '../../../../../../../../../etc/passwd.txt', 'a/../../../intruder.txt'];
const NAMES = [
  ...DOTS,
  ...DOTS.map((name) => name.replaceAll('/', '\\\\')),
  '/etc/passwd.txt',
  'C:\\\\Windows\\\\intruder.txt',
  '\\\\\\\\host\\\\share\\\\intruder.txt',
  '....//....//intruder.txt',
  '..%2f..%2fintruder.txt',
  '%2e%2e/intruder.txt',
  '..%c0%afintruder.txt',
  '..%5cintruder.txt',
  './/..//intruder.txt',
  '~/intruder.txt',
  'file:///intruder.txt',
  'intruder.txt\0.pdf',
  '\u202etxt.intruder.pdf',
];

describe('the name of an uploaded file', () => {
  it.each(NAMES)('%j leads nowhere', async (name) => {
    const { status, body } = await upload(app, session, name, `Content of ${name}`);
    // A part that cannot be read, such as one with a zero byte in its head, is refused.
    expect([200, 400, 422]).toContain(status);
    if (status === 200) {
      expect(body.file_name).not.toMatch(/[/\\\p{Cc}\u202e]/u);
      expect(body.file_name).toBe(basename(body.file_name));
    }
    expect(await placed()).toEqual([]);
  });

  it.each(DOTS)('%j leads nowhere in its extended form either', async (name) => {
    const head =
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"; ` +
      `filename*=UTF-8''${encodeURIComponent(name)}\r\n\r\n`;
    const { status, body } = await sendForm(app, session, [head, `Extended ${name}`, END]);
    expect(status).toBe(200);
    expect(body.file_name).not.toMatch(/[/\\]/);
    expect(await placed()).toEqual([]);
  });

  it('keeps nothing of what it cannot have as a name', async () => {
    const { status } = await upload(app, session, '../..', 'x');
    expect(status).toBe(400);
  });
});

describe('a name in a path', () => {
  const HOSTILE = [
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '%2e%2e%2f%2e%2e',
    '..%5c..%5cwindows',
    '..%00',
    '%2fetc%2fpasswd',
    '%252e%252e%252fpasswd',
    '..%c0%af..',
    '%27%20OR%201%3D1%20--',
    '__proto__',
  ];
  const places = ['', 'memories/', 'files/', 'policy/presets/'];

  it.each(HOSTILE)('%s is no agent, memory, file or preset', async (name) => {
    const port = Number(new URL(app.url).port);
    for (const place of places) {
      const target = place === '' ? `/api/v2/agents/${name}` : `/api/v2/agents/target/${place}${name}`;
      const lines = [`GET ${target} HTTP/1.1`, 'Host: localhost', `X-Session-Token: ${session.token}`];
      const { status, text } = await sendLines('127.0.0.1', port, lines);
      expect([target, refusalFault({ status, text: text.split('\r\n\r\n')[1] ?? '' })]).toEqual([
        target,
        null,
      ]);
    }
  });

  it.each([
    '../../package.json',
    '..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/package.json',
    '..%5cpackage.json',
  ])('under the documentation, %s is no file', async (name) => {
    const port = Number(new URL(app.url).port);
    const answer = await sendLines('127.0.0.1', port, [`GET /docs/${name} HTTP/1.1`, 'Host: localhost']);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/"dependencies"|node_modules/);
  });
});

describe('the headers of an answer', () => {
  it.each(['/live', '/nope', '/api/v2/agents', '/openapi.json'])(
    'let nothing of %s run or be framed',
    async (path) => {
      const { headers } = await request(app.url).get(path);
      expect(headers).toMatchObject({
        'content-security-policy':
          "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['x-powered-by']).toBeUndefined();
    },
  );

  it('let the documentation page have its own scripts, and none of elsewhere', async () => {
    const { headers, text } = await request(app.url).get('/docs').expect(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*script-src 'self';/);
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|\bon(load|error|click)=/i);
    expect(text).not.toMatch(/\b(?:src|href)="https?:/i);
    await request(app.url).get('/docs/swagger-ui-init.js').expect(200);
  });
});

import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { TEST_SECRET_KEY } from './support/database';
import { useTestApp, type TestApp } from './support/test-app';
import { eventually } from './support/eventually';

/** Debian's package; `.ci/run` installs it. */
const PROGRAM = '/usr/sbin/nginx';

const hasNginx = (): boolean => existsSync(PROGRAM);

interface Nginx {
  /** The status of a GET that comes from a client of nginx, for a name that leads there. */
  status(path: string, headers?: Record<string, string>): Promise<number>;
  stop(): Promise<void>;
}

/** A real nginx whose one server has these directives. It listens on a Unix socket, which needs no free port. */
async function startNginx(directives: string): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'ams-nginx-'));
  const socketPath = join(folder, 'http.sock');
  const configuration = join(folder, 'nginx.conf');
  await writeFile(configuration, configurationOf(folder, socketPath, directives));
  const nginx = spawn(PROGRAM, ['-p', folder, '-c', configuration], { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  nginx.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(nginx, 'close');
  await eventually(() => {
    if (nginx.exitCode !== null) throw new Error(`nginx did not start: ${printed}`);
    return accepts(socketPath);
  }, Boolean);
  return {
    status: (path, headers = {}) => statusOf(socketPath, path, headers),
    stop: async () => {
      nginx.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** The file is there a moment before connections to it are accepted. */
function accepts(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function configurationOf(folder: string, socketPath: string, directives: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr;
events {}
http {
  access_log off;
  ${temporary.join('\n  ')}
  server {
    listen unix:${socketPath};
    ${directives}
  }
}
`;
}

function statusOf(socketPath: string, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { socketPath, path, headers: { host: 'memory.example.com', ...headers } },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.once('error', reject);
    sent.end();
  });
}

const MANAGED = '/api/v2/agents';
const LOCAL = '/api/ui/config';
const CREDENTIAL = { authorization: `Bearer ${TEST_SECRET_KEY}` };

// One process each: the proxy before replicas is one more that a test would have to tell apart.
const withNginx = hasNginx() ? describe : describe.skip;
if (!hasNginx()) process.stderr.write('SKIPPED: requests through nginx: /usr/sbin/nginx is not installed\n');

/** The block that docs/SECURITY.md gives, for a service on this port. */
function documented(port: string): string {
  const text = readFileSync(join(__dirname, '../docs/SECURITY.md'), 'utf8');
  const block = /```nginx\n([^]*?)```/.exec(text)?.[1];
  if (block === undefined) throw new Error('docs/SECURITY.md has no nginx block');
  return block.replace('127.0.0.1:8000', `127.0.0.1:${port}`);
}

/** Runs `work` with an nginx before the service. */
async function behind<T>(app: TestApp, directives: string, work: (nginx: Nginx) => Promise<T>): Promise<T> {
  const nginx = await startNginx(directives.replace('PORT', new URL(app.url).port));
  try {
    return await work(nginx);
  } finally {
    await nginx.stop();
  }
}

withNginx('a client of nginx on this machine', () => {
  const statuses = async (nginx: Nginx) => [await nginx.status(MANAGED), await nginx.status(LOCAL)];

  describe('with loopback rights for genuine loopback requests', () => {
    const app = useTestApp({ alone: true });

    it('has none of them by the plainest of blocks, which rewrites Host and adds nothing', async () => {
      // Said explicitly, as nginx 1.29.7 changed the default.
      const plain = 'location / { proxy_pass http://127.0.0.1:PORT; proxy_http_version 1.0; }';
      await behind(app, plain, async (nginx) => {
        expect(await statuses(nginx)).toEqual([401, 403]);
        expect(await nginx.status(MANAGED, CREDENTIAL)).toBe(200);
      });
    });

    it('has none by the block of the documentation, but manages with the credential', async () => {
      await behind(app, documented(new URL(app.url).port), async (nginx) => {
        expect(await statuses(nginx)).toEqual([401, 403]);
        expect(await nginx.status(MANAGED, CREDENTIAL)).toBe(200);
        expect(await nginx.status(LOCAL, CREDENTIAL)).toBe(403);
      });
    });
  });

  describe('with LOOPBACK_MANAGEMENT=false', () => {
    const app = useTestApp({ env: { LOOPBACK_MANAGEMENT: false }, alone: true });

    it('has none of them even by a proxy that looks like a local program', async () => {
      const unrecognizable = `location / {
        proxy_pass http://127.0.0.1:PORT; proxy_http_version 1.1; proxy_set_header Connection "";
      }`;
      await behind(app, unrecognizable, async (nginx) => {
        expect(await statuses(nginx)).toEqual([401, 403]);
        expect(await nginx.status(MANAGED, CREDENTIAL)).toBe(200);
      });
    });

    it('and an expired session is recreated only for a request with the credential', async () => {
      const call = (path: string, headers: Record<string, string>, body: object = {}) =>
        fetch(`${app.url}${MANAGED}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        });
      await call('', CREDENTIAL, { agent_id: 'later' });
      const activated = await call('/later/activate', CREDENTIAL);
      const { session_token: token } = (await activated.json()) as { session_token: string };
      app.clock.advance({ hours: 7 });
      const session = { 'x-session-token': token };
      expect((await call('/later/recall/recent', session)).status).toBe(401);
      expect((await call('/later/recall/recent', { ...session, ...CREDENTIAL })).status).toBe(200);
    });

    it('and programs of this machine need the credential too', async () => {
      expect((await fetch(`${app.url}${MANAGED}`)).status).toBe(401);
      expect((await fetch(`${app.url}${LOCAL}`, { headers: CREDENTIAL })).status).toBe(403);
      expect((await fetch(`${app.url}${MANAGED}`, { headers: CREDENTIAL })).status).toBe(200);
    });
  });
});

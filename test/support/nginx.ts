import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually';

/** Debian's package; `.ci/run` installs it. */
const PROGRAM = '/usr/sbin/nginx';

export const hasNginx = (): boolean => existsSync(PROGRAM);

export interface Nginx {
  /** The status of a GET that comes from a client of nginx, for a name that leads there. */
  status(path: string, headers?: Record<string, string>): Promise<number>;
  stop(): Promise<void>;
}

/** A real nginx whose one server has these directives. It listens on a Unix socket, which needs no free port. */
export async function startNginx(directives: string): Promise<Nginx> {
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
    return Promise.resolve(existsSync(socketPath));
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

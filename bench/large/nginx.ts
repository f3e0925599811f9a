import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '../support/child-process';
import type { Cleanup } from '../support/cleanup';
import { freePort } from '../../test/support/free-port';
import { pollUntil } from '../support/polling';

/** Debian's package. */
const PROGRAM = '/usr/sbin/nginx';
const START_LIMIT_MS = 10_000;

/** A real nginx that sends all requests of an agent to one of several services, by the consistent hash of the chart's ingress. */
export class Nginx {
  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly port: number,
    private readonly child: Child,
  ) {}

  static async start(services: readonly string[], cleanup: Cleanup): Promise<Nginx> {
    if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not installed (Debian: apt-get install nginx)`);
    const folder = await mkdtemp(join(tmpdir(), 'memory-bench-nginx-'));
    cleanup.add(() => rm(folder, { recursive: true, force: true }));
    const port = await freePort();
    await writeFile(fileIn(folder), configuration(folder, port, services));
    const child = Child.start('nginx', PROGRAM, ['-p', folder, '-c', fileIn(folder)]);
    cleanup.add(() => child.stop());
    const url = `http://127.0.0.1:${port}`;
    await pollUntil('nginx answers', START_LIMIT_MS, () => {
      child.assertRunning();
      return fetch(`${url}/live`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    return new Nginx(url, folder, port, child);
  }

  /** As an ingress controller does when the endpoints have changed. Requests under way end as they began. */
  async use(services: readonly string[]): Promise<void> {
    await writeFile(fileIn(this.folder), configuration(this.folder, this.port, services));
    this.child.process.kill('SIGHUP');
  }
}

function fileIn(folder: string): string {
  return join(folder, 'nginx.conf');
}

function configuration(folder: string, port: number, services: readonly string[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const servers = services.map((service) => `server ${new URL(service).host};`);
  // Without `user`, workers started by root could not write to the folder.
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
events {}
http {
  access_log off;
  ${temporary.join('\n  ')}
  map $uri $agent { ~^/api/v2/agents/(?<id>[^/]+) $id; default $uri; }
  upstream services { hash $agent consistent; ${servers.join(' ')} keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    client_max_body_size 0;
    location / {
      proxy_pass http://services;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_read_timeout 300s;
    }
  }
}`;
}

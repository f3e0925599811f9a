import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Debian's package; `.ci/run` installs it. */
const PROGRAM = '/usr/sbin/nginx';
const POLL_MS = 20;
const LIMIT_MS = 30_000;
const HASH = 'nginx.ingress.kubernetes.io/upstream-hash-by';

/** @typedef {{ url: string, route: (urls: string[]) => Promise<void> }} Ingress `route` gives it other pods */

export const hasNginx = () => existsSync(PROGRAM);

/**
 * A real nginx with what ingress-nginx makes of these Ingresses: their regular expressions, and the consistent hash.
 *
 * @param {import('./world.mjs').World} world
 * @param {Record<string, any>[]} ingresses
 * @param {number} port
 * @returns {Promise<Ingress>}
 */
export async function startIngress(world, ingresses, port) {
  const folder = path.join(world.scratch, 'nginx');
  const file = path.join(folder, 'nginx.conf');
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(folder, { recursive: true });
  let version = 0;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let nginx;
  world.atEnd(() => nginx?.kill('SIGTERM'));
  return {
    url,
    route: async (urls) => {
      version += 1;
      writeFileSync(file, configuration(ingresses, { folder, port, version, urls }));
      if (nginx === undefined) {
        nginx = spawn(PROGRAM, ['-p', folder, '-c', file], { stdio: 'inherit' });
        // It ends with this process, which must not wait for it.
        nginx.unref();
      } else nginx.kill('SIGHUP');
      await serves(url, version);
    },
  };
}

/**
 * @param {string} url
 * @param {number} version
 */
async function serves(url, version) {
  const deadline = Date.now() + LIMIT_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/nginx-version`).catch(() => null);
    if ((await answer?.text()) === String(version)) return;
    await pause(POLL_MS);
  }
  throw new Error(`nginx does not serve version ${version} of its configuration`);
}

/**
 * @param {Record<string, any>[]} ingresses
 * @param {{ folder: string, port: number, version: number, urls: string[] }} options
 */
function configuration(ingresses, { folder, port, version, urls }) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, name)};`,
  );
  const servers = urls.map((url) => `server ${new URL(url).host} max_fails=0;`).join(' ');
  const paths = ingresses.flatMap(({ metadata, spec }) =>
    spec.rules[0].http.paths.map((/** @type {{ path: string }} */ each) => ({
      pattern: each.path,
      hash: metadata.annotations[HASH],
    })),
  );
  // As ingress-nginx orders them: the longest first. It answers with Connection: close, so that no request meets the end
  // of a connection when nginx reads its configuration again, which ingress-nginx does not do for other pods.
  const ordered = paths.toSorted((a, b) => b.pattern.length - a.pattern.length);
  return `daemon off; worker_processes 1; pid ${path.join(folder, 'pid')}; error_log ${path.join(folder, 'error.log')};
events {}
http {
  access_log off; keepalive_timeout 0;
  # The service answers within 10 s, so a replica that takes longer is gone. The controller waits 60 s by default.
  proxy_connect_timeout 5s; proxy_read_timeout 15s;
  ${temporary.join('\n  ')}
  ${ordered.map(({ hash }, index) => `upstream pods-${index} { ${hash ? 'hash $hashed consistent;' : ''} ${servers} keepalive 64; }`).join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    set $hashed '';
    location = /nginx-version { return 200 ${version}; }
    ${ordered
      .map(
        ({ pattern, hash }, index) => `location ~* "^${pattern}" {
      ${hash ? `set $hashed ${hash};` : ''}
      proxy_pass http://pods-${index};
      proxy_http_version 1.1;
      proxy_set_header Connection '';
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }`,
      )
      .join('\n    ')}
  }
}
`;
}

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Child } from './child-process';
import type { Cleanup } from './cleanup';
import { freePort } from '../../test/support/free-port';
import { runStatement } from './fresh-database';
import { pollUntil } from './polling';

const START_LIMIT_MS = 30_000;
const DEBIAN = '/usr/lib/postgresql';

/** Starts a PostgreSQL server with default settings, except for the options, on an empty directory; its URL. */
export async function startTemporaryPostgres(
  cleanup: Cleanup,
  options: readonly string[] = [],
): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'memory-bench-pg-'));
  cleanup.add(() => rm(dataDir, { recursive: true, force: true }));
  return startPostgres(dataDir, options, cleanup);
}

/** Starts a PostgreSQL server on a directory, which is kept. One that is empty or missing gets a new server; its URL. */
export async function startPostgres(
  dataDir: string,
  options: readonly string[],
  cleanup: Cleanup,
): Promise<string> {
  const programs = findPrograms();
  const owner = serverOwner();
  await mkdir(dataDir, { recursive: true });
  if (owner) await chown(dataDir, owner.uid, owner.gid);
  const as = { ...owner, cwd: dataDir };
  if (!existsSync(join(dataDir, 'PG_VERSION'))) {
    const init = ['-D', dataDir, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
    execFileSync(join(programs, 'initdb'), init, { ...as, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const port = await freePort();
  const listen = ['-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', dataDir];
  const args = ['-D', dataDir, ...listen, ...options];
  const child = Child.start('PostgreSQL', join(programs, 'postgres'), args, as);
  // SIGINT is PostgreSQL's fast shutdown; SIGTERM would wait for its clients.
  cleanup.add(() => child.stop('SIGINT'));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await pollUntil('PostgreSQL accepts connections', START_LIMIT_MS, async () => {
    child.assertRunning();
    return runStatement(url, 'SELECT 1').then(
      () => true,
      () => false,
    );
  });
  return url;
}

/** The folder that holds `initdb` and `postgres`. */
function findPrograms(): string {
  const found = candidates().find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
  if (found !== undefined) return found;
  throw new Error(
    'No PostgreSQL server found (pg_config, PATH, /usr/lib/postgresql). Install one, for instance with' +
      ' `apt-get install postgresql`, or name a running server with --database-url.',
  );
}

function candidates(): string[] {
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    ...(configured ? [configured] : []),
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ];
}

/** PostgreSQL refuses to run as root: then it runs as the user `postgres`. Null: as oneself. */
function serverOwner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string): number =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const owner = { uid: id('-u'), gid: id('-g') };
  if (owner.uid > 0) return owner;
  throw new Error(
    'PostgreSQL does not run as root, and there is no user `postgres` to run it as. Name a running server' +
      ' with --database-url, or run this as another user.',
  );
}

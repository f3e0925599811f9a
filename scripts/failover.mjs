// `npm run test:failover`: two PostgreSQL servers that Patroni looks after, with etcd, and two replicas of the service, one
// through a proxy and one with both servers in DATABASE_URL. Servers are killed, switched and held up under load; nothing
// acknowledged may be lost, stored twice or not recalled. Needs PostgreSQL's server programs, etcd and Python; Patroni comes
// from the Python registry at run time, with exact versions. Ends with 75 and a line that says why where it cannot run.
//
// `npm run test:failover -- NAME` runs only the cases whose names begin with NAME.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonPackages } from './python-packages.mjs';
import { SKIPPED } from './registry-packages.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const DEBIAN = '/usr/lib/postgresql';
const IS_ROOT = process.getuid?.() === 0;

/** @param {string} why @returns {never} */
function skip(why) {
  console.log(`Failover: SKIPPED: ${why}`);
  process.exit(SKIPPED);
}

/** @param {string} name */
function inPath(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

function postgresFolder() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => path.join(DEBIAN, version, 'bin'));
  const other = inPath('postgres');
  if (other !== undefined) folders.push(path.dirname(other));
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** @param {'-u' | '-g'} which */
function idOfServerUser(which) {
  try {
    return Number(execFileSync('id', [which, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return skip('there is no user postgres to run PostgreSQL as');
  }
}

const postgres = postgresFolder() ?? skip("PostgreSQL's server programs are not installed");
const etcd = inPath('etcd') ?? skip('etcd is not installed (Debian: apt-get install etcd-server)');
if (IS_ROOT && inPath('setpriv') === undefined) skip('there is no setpriv to give up the rights of root');
const user = IS_ROOT ? { uid: idOfServerUser('-u'), gid: idOfServerUser('-g') } : null;
const found = pythonPackages('failover-python', path.join(ROOT, 'test/failover/requirements.txt'));
if ('missing' in found) skip(found.missing);
const programs = { python: found.program('python'), etcd, postgres, user };

const { status } = spawnSync(
  process.execPath,
  ['-r', '@swc-node/register', path.join(ROOT, 'test/failover/main.ts'), ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, FAILOVER_PROGRAMS: JSON.stringify(programs) } },
);
process.exit(status ?? 1);

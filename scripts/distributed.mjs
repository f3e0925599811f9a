// `npm run test:distributed`: the service on a Citus coordinator with two workers, whose tables `npm run database -- distribute`
// has spread. Needs PostgreSQL's server programs and the Citus extension; ends with 75 and a line that says why where it
// cannot run.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { status } = spawnSync(
  process.execPath,
  ['-r', '@swc-node/register', path.join(root, 'test/distributed/main.ts')],
  { cwd: root, stdio: 'inherit' },
);
process.exit(status ?? 1);

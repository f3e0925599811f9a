import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const PROGRAM =
  "import('./scripts/build-console.mjs').then(({ ensureConsole }) => ensureConsole(process.cwd()))";

/** Builds the web console unless it is up to date. */
export function ensureConsoleForTests(): void {
  const { status, stderr } = spawnSync(process.execPath, ['-e', PROGRAM], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The console was not built: ${stderr}`);
}

import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const PACKAGE = resolve(__dirname, '../../packages/cli');

/** Builds the command line, and puts its program into a folder as an installed package has it: without sources to look at. */
export async function installProgram(folder: string): Promise<string> {
  spawnSync(process.execPath, [join(PACKAGE, 'scripts/build.mjs')], { stdio: 'inherit' });
  const installed = join(folder, 'installed');
  await mkdir(installed);
  await cp(join(PACKAGE, 'bin'), join(installed, 'bin'), { recursive: true });
  for (const name of ['dist', 'package.json']) await symlink(join(PACKAGE, name), join(installed, name));
  return join(installed, 'bin/agent-memory.cjs');
}

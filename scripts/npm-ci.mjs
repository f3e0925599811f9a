import { spawnSync } from 'node:child_process';

/**
 * Installs a package of this repository that has a lock file of its own. Throws when npm fails.
 *
 * @param {string} folder
 */
export function npmCi(folder) {
  // npm names its own program to the scripts that it runs.
  const npm = process.env.npm_execpath;
  // A package has no `.npmrc`, and a user's settings must not make it global.
  const ci = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--location=project'];
  const [command, args] = npm === undefined ? ['npm', ci] : [process.execPath, [npm, ...ci]];
  // Without the path of the program, only a shell finds npm on Windows.
  const shell = npm === undefined && process.platform === 'win32';
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit', shell });
  if (status !== 0) throw new Error(`npm ci in ${folder} failed (exit ${status})`);
}

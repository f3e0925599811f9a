// `npm run install:cli`: installs the command line, the service and the client of this checkout as `npm install -g` does.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npm } from './registry-packages.mjs';
import { packRelease } from './release-packages.mjs';

const INSTALL_LIMIT_MS = 600_000;

const folder = mkdtempSync(path.join(tmpdir(), 'ams-tarballs-'));
try {
  const tarballs = await packRelease(folder);
  // Without install scripts: one of a dependency reports the install to its maker.
  const args = ['install', '-g', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs];
  console.log('Installing the command line and the service with npm, which takes up to a minute...');
  const { ok, output } = npm(args, { cwd: folder, timeoutMs: INSTALL_LIMIT_MS });
  console.log(output);
  if (!ok) process.exitCode = 1;
  else console.log('Installed. In the folder of your project: agent-memory init');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

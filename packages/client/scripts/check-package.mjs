// Checks what would be published: publint reads package.json, attw resolves the types as TypeScript does.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SKIPPED } from '../../../scripts/registry-packages.mjs';
import { npx } from './npx.mjs';
import { pack } from './pack.mjs';

const PUBLINT = 'publint@0.3.25';
const ATTW = '@arethetypeswrong/cli@0.18.5';

const folder = mkdtempSync(path.join(tmpdir(), 'client-package-'));
try {
  const tarball = pack(folder);
  // Resolution as in Node 10 knows no `exports`.
  const checks = [
    npx(PUBLINT, 'publint', ['--strict', tarball], folder),
    npx(ATTW, 'attw', [tarball, '--profile', 'node16', '--no-emoji', '--no-color'], folder),
  ];
  for (const printed of checks) console.log(printed ?? 'SKIPPED: the npm registry cannot be reached');
  if (checks.includes(null)) process.exitCode = SKIPPED;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

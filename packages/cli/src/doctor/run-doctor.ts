import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { trustedScope } from '../context.ts';
import { mark } from '../editors/connect-text.ts';
import { thisMachine } from '../editors/machine.ts';
import { EXIT } from '../failure.ts';
import { findService } from '../installed-service.ts';
import { printable, printResult } from '../output.ts';
import { checkEditors } from './editor-checks.ts';
import type { Finding } from './finding.ts';
import { checkDataDir, checkNode } from './machine-checks.ts';
import { checkService } from './service-checks.ts';

/** The exit code is 1 if something is broken. */
export async function runDoctor(command: Command): Promise<void> {
  const scope = await trustedScope(command);
  const installed = findService();
  const [service, editors] = await Promise.all([
    checkService(scope, installed, ownVersion()),
    checkEditors(thisMachine(process.cwd()), scope),
  ]);
  const findings = [checkNode(), checkDataDir(installed), ...service, ...editors];
  const isBroken = findings.some(({ status }) => status === 'broken');
  printResult(command, { healthy: !isBroken, findings }, () => findings.map(linesFor).join('\n'));
  if (isBroken) process.exitCode = EXIT.failed;
}

const WORKS = { ok: true, warning: null, broken: false } as const;

function linesFor({ check, status, message, fix }: Finding): string {
  const line = `${mark(WORKS[status])} ${printable(`${check}: ${message}`)}`;
  return fix === null ? line : `${line}\n    Fix: ${printable(fix)}`;
}

function ownVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

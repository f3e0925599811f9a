import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { InstalledService } from '../installed-service.ts';
import { broken, type Finding, ok, warning } from './finding.ts';

const LEAST_NODE = [20, 19] as const;
const LEAST_FREE_BYTES = 500 * 1024 * 1024;
const MIB = 1024 * 1024;

export function checkNode(): Finding {
  const version = process.versions.node;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isNew = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  if (isNew) return ok('node', `Node ${version}`);
  return broken('node', `Node ${version} is too old.`, `Install Node ${LEAST_NODE.join('.')} or newer.`);
}

/** Null service: only the command line is installed. */
export function checkDataDir(service: InstalledService | null): Finding {
  if (service === null) {
    return ok('data directory', 'none: no service is installed on this machine');
  }
  const { dataDir } = service;
  const existing = firstExisting(dataDir);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    return broken(
      'data directory',
      `${existing} cannot be written to.`,
      `Give yourself the right (\`chown\`, \`chmod u+rwx ${existing}\`), or set DATA_DIR to another folder.`,
    );
  }
  const { bavail, bsize } = statfsSync(existing);
  if (bavail * bsize < LEAST_FREE_BYTES) {
    const free = Math.round((bavail * bsize) / MIB);
    return warning(
      'data directory',
      `${dataDir}: only ${free} MB are free.`,
      'Free some space on this disk.',
    );
  }
  return ok('data directory', existsSync(dataDir) ? dataDir : `${dataDir} (created by the first start)`);
}

function firstExisting(folder: string): string {
  return existsSync(folder) || folder === path.dirname(folder) ? folder : firstExisting(path.dirname(folder));
}

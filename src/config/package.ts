import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  name: string;
  version: string;
  description: string;
}

/** The service's name for clients, logs and traces, which is not that of its npm package; version and description from its package file. */
export const PACKAGE: Readonly<Package> = readPackage();

function readPackage(): Package {
  const { version, description } = JSON.parse(
    readFileSync(join(__dirname, '../../package.json'), 'utf8'),
  ) as Package;
  return { name: 'agent-memory-service', version, description };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  name: string;
  version: string;
  description: string;
}

/** The name of the service for clients, logs and traces. Version and description are those of its package file. */
export const PACKAGE: Readonly<Package> = readPackage();

function readPackage(): Package {
  const { version, description } = JSON.parse(
    readFileSync(join(__dirname, '../../package.json'), 'utf8'),
  ) as Package;
  return { name: 'agent-memory-service', version, description };
}

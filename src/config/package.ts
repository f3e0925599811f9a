import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
  name: string;
  version: string;
  description: string;
}

/** The service's name, version and description, from its package file at the top. */
export const PACKAGE: Readonly<Package> = readPackage();

function readPackage(): Package {
  const { name, version, description } = JSON.parse(
    readFileSync(join(__dirname, '../../package.json'), 'utf8'),
  ) as Package;
  return { name, version, description };
}

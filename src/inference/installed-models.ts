import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface InstalledModel {
  /** Of the folder. */
  name: string;
  installedAt: Date;
}

/** Absolute path of the folder of installed models. */
export function modelsDirOf(dataDir: string): string {
  return resolve(dataDir, 'models');
}

/** The models in the data directory, the one installed last first. A folder without config.json is none. */
export function installedModels(dataDir: string): InstalledModel[] {
  const folder = modelsDirOf(dataDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'config.json')))
    .map((name) => ({ name, installedAt: statSync(join(folder, name)).mtime }))
    .sort((a, b) => b.installedAt.getTime() - a.installedAt.getTime() || (a.name < b.name ? -1 : 1));
}

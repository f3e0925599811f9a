import { statSync } from 'node:fs';
import { readConfigFile } from './config-file';

/** Variables that name what must be there. */
interface Paths {
  EMBEDDINGS_MODEL_PATH: string | null;
  CONFIG_FILE: string | null;
}

/** What is wrong with what they name. */
export function badPaths({ EMBEDDINGS_MODEL_PATH, CONFIG_FILE }: Paths): string[] {
  return [...badConfigFile(CONFIG_FILE), ...badModelFolder(EMBEDDINGS_MODEL_PATH)];
}

/** A model that is not there would only be missed when the first memory is embedded. */
function badModelFolder(path: string | null): string[] {
  if (path === null || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return [];
  return ['EMBEDDINGS_MODEL_PATH must name a folder that is there'];
}

/** Found out here, before a database is opened. */
function badConfigFile(path: string | null): string[] {
  try {
    readConfigFile(path);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

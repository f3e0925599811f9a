import { statSync } from 'node:fs';
import { readConfigFile } from './config-file';
import { isLocalModelLibraryInstalled, LOCAL_MODEL_MISSING } from './local-model-library';

/** Variables that name what must be there. */
interface Paths {
  EMBEDDINGS_MODEL_PATH: string | null;
  CONFIG_FILE: string | null;
}

/** What is wrong with what they name. */
export function badPaths(
  { EMBEDDINGS_MODEL_PATH, CONFIG_FILE }: Paths,
  isLibraryInstalled = isLocalModelLibraryInstalled,
): string[] {
  return [...badConfigFile(CONFIG_FILE), ...badModelFolder(EMBEDDINGS_MODEL_PATH, isLibraryInstalled)];
}

/** Checked at the start: otherwise the first embedded memory would show it. */
function badModelFolder(path: string | null, isLibraryInstalled: () => boolean): string[] {
  if (path === null) return [];
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return ['EMBEDDINGS_MODEL_PATH must name a folder that is there'];
  }
  return isLibraryInstalled() ? [] : [LOCAL_MODEL_MISSING];
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

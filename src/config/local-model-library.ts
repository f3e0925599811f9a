import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** What runs local models is a package of its own, 65 MB that `npm ci` does not install. */
const PACKAGE = resolve(__dirname, '../../local-model/package.json');
const LIBRARY = '@huggingface/transformers';
const requireFromPackage = createRequire(PACKAGE);

export const LOCAL_MODEL_MISSING =
  'EMBEDDINGS_MODEL_PATH needs a library that is not installed: run `npm run install:local-model`, ' +
  'or build the image with `--build-arg LOCAL_MODEL=true`';

export function isLocalModelLibraryInstalled(): boolean {
  try {
    requireFromPackage.resolve(LIBRARY);
    return true;
  } catch {
    return false;
  }
}

/** Loads the library. Throws what `require` throws. */
export function requireLocalModelLibrary(): unknown {
  return requireFromPackage(LIBRARY);
}

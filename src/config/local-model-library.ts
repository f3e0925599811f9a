import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** What runs local models is a package of its own, 65 MB that `npm ci` does not install. */
const PACKAGE = resolve(__dirname, '../../local-model/package.json');
const LIBRARIES = ['onnxruntime-node', '@huggingface/tokenizers'] as const;
const requireFromPackage = createRequire(PACKAGE);

export const LOCAL_MODEL_MISSING =
  'EMBEDDINGS_MODEL_PATH needs a library that is not installed: run `npm run model -- packages`, ' +
  'or build the image with `--build-arg LOCAL_MODEL=true`';

export function isLocalModelLibraryInstalled(): boolean {
  try {
    LIBRARIES.forEach((name) => requireFromPackage.resolve(name));
    return true;
  } catch {
    return false;
  }
}

/** Loads a library. Throws what `require` throws. */
export function requireLocalModelLibrary(name: (typeof LIBRARIES)[number]): unknown {
  return requireFromPackage(name);
}

import { badPaths } from './read-env';

const installed = () => true;
const missing = () => false;

describe('the folder of a local model', () => {
  const model = { EMBEDDINGS_MODEL_PATH: './src', CONFIG_FILE: null };

  it('is accepted where it exists and the library is installed', () => {
    expect(badPaths(model, installed)).toEqual([]);
  });

  it('is refused without the library, in one sentence that gives the command', () => {
    expect(badPaths(model, missing)).toEqual([
      'EMBEDDINGS_MODEL_PATH needs a library that is not installed: run `npm run model -- packages`, ' +
        'or build the image with `--build-arg LOCAL_MODEL=true`',
    ]);
  });

  it('needs no library where no folder is set', () => {
    expect(badPaths({ ...model, EMBEDDINGS_MODEL_PATH: null }, missing)).toEqual([]);
  });
});

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isLocalModelLibraryInstalled } from '../../src/config/local-model-library';

/** A sentence-transformer of a few kilobytes: 32 dimensions, 64 tokens, mean pooling. */
export const TINY_MODEL = resolve(__dirname, '../fixtures/tiny-embedder');

const SKIPPED = 'SKIPPED: needs `npm run model -- packages`';

/** `describe` for tests that run the model: skipped, with a line that says why, where its library is not installed. */
export function describeLocalModel(name: string, tests: () => void): void {
  if (isLocalModelLibraryInstalled()) return describe(name, tests);
  process.stderr.write(`${name}: ${SKIPPED}\n`);
  describe.skip(`${name} (${SKIPPED})`, tests);
}

/** A copy of it, to be changed. */
export class TinyModelCopy {
  private constructor(readonly path: string) {}

  static async make(): Promise<TinyModelCopy> {
    const path = await mkdtemp(join(tmpdir(), 'tiny-model-'));
    await cp(TINY_MODEL, path, { recursive: true });
    return new TinyModelCopy(path);
  }

  write(name: string, content: unknown): Promise<void> {
    return writeFile(join(this.path, name), typeof content === 'string' ? content : JSON.stringify(content));
  }

  remove(name = ''): Promise<void> {
    return rm(join(this.path, name), { recursive: true, force: true });
  }
}

import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from './make-directory';

describe('makeDirectory', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ams-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('makes what is missing, for this user alone, however often it is asked to', async () => {
    const path = join(folder, 'a/b/c');
    await Promise.all([1, 2, 3].map(() => makeDirectory(path)));
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it('throws where a file is in the way', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(makeDirectory(join(folder, 'file'))).rejects.toThrow('EEXIST');
    await expect(makeDirectory(join(folder, 'file/a'))).rejects.toThrow('ENOTDIR');
  });

  (existsSync('/proc/self') ? it : it.skip)('throws where nothing can be made, and ends', async () => {
    await expect(makeDirectory('/proc/no/such/folder')).rejects.toThrow('ENOENT');
  });
});

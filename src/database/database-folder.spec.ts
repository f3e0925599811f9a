import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDatabaseMissing } from './database-folder';

describe('the folder of the embedded database', () => {
  let parent: string;
  let folder: string;
  const inFolder = (name: string) => join(folder, name);

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'ams-'));
    folder = join(parent, 'postgres');
    await mkdir(inFolder('global'), { recursive: true });
    await writeFile(inFolder('PG_VERSION'), '18\n');
    await writeFile(inFolder('global/pg_control'), Buffer.alloc(8_192));
  });
  afterEach(() => rm(parent, { recursive: true }));

  it('holds a database with a version and a control file', async () => {
    expect(await isDatabaseMissing(folder)).toBe(false);
  });

  it('holds none where it is empty, or not there', async () => {
    await rm(folder, { recursive: true });
    expect(await isDatabaseMissing(folder)).toBe(true);
    await mkdir(folder);
    expect(await isDatabaseMissing(folder)).toBe(true);
  });

  it.each<[string, () => Promise<void>, string]>([
    ['without a version', () => rm(inFolder('PG_VERSION')), 'PG_VERSION is missing'],
    ['with an empty version', () => writeFile(inFolder('PG_VERSION'), ''), 'PG_VERSION holds no version'],
    ['without a control file', () => rm(inFolder('global'), { recursive: true }), 'pg_control is missing'],
    [
      'with a short control file',
      () => truncate(inFolder('global/pg_control'), 10),
      'has 10 bytes instead of 8192',
    ],
    [
      'that is a file',
      () => rm(folder, { recursive: true }).then(() => writeFile(folder, '')),
      'is not a folder',
    ],
  ])('is refused %s, with what to do', async (_, damage, reason) => {
    await damage();
    await expect(isDatabaseMissing(folder)).rejects.toThrow(reason);
    await expect(isDatabaseMissing(folder)).rejects.toThrow(`${folder} cannot be opened`);
    await expect(isDatabaseMissing(folder)).rejects.toThrow(
      'restore DATA_DIR from a backup, or move this folder away',
    );
  });
});

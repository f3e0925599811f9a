import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import fs, { mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../test/support/eventually';
import { DataDirInUse, isDatabaseMissing, lockDataDir, socketPath } from './data-dir';

const LISTEN = `require('node:net').createServer().listen(process.argv[1], () => console.log('listening'))`;

/** The name of a lock that was taken long ago. */
const EARLIER = 'lock-0000000010000';

/** A process that holds the lock's socket; killed hard, it leaves the file behind. */
async function holder(path: string): Promise<{ kill: () => Promise<void> }> {
  const child = spawn(process.execPath, ['-e', LISTEN, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  holders.push(kill);
  return { kill };
}

/** A test that fails must not leave a process behind. */
const holders: (() => Promise<void>)[] = [];

describe('lockDataDir', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'ams-'));
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(holders.splice(0).map((kill) => kill()));
    await rm(dir, { recursive: true, force: true });
  });

  it('makes the directory for its owner only', async () => {
    const lock = await lockDataDir(join(dir, 'a/b'));
    expect((await stat(join(dir, 'a/b'))).mode & 0o777).toBe(0o700);
    await lock.release();
  });

  it('refuses a second owner, naming the directory', async () => {
    const lock = await lockDataDir(dir);
    const second = lockDataDir(dir);
    await expect(second).rejects.toThrow(DataDirInUse);
    await expect(second).rejects.toThrow(dir);
    await lock.release();
  });

  it('can be taken again when released', async () => {
    await (await lockDataDir(dir)).release();
    const again = await lockDataDir(dir);
    await again.release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('refuses while another process lives, and is free once that was killed', async () => {
    const other = await holder(join(dir, EARLIER));
    await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUse);
    await other.kill();
    expect(readdirSync(dir)).toEqual([EARLIER]);
    await (await lockDataDir(dir)).release();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('refuses while another process lives that came later by its clock, which may differ', async () => {
    await holder(join(dir, 'lock-zzzzzzzzz0000'));
    await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUse);
    expect(readdirSync(dir)).toEqual(['lock-zzzzzzzzz0000']);
  });

  it('waits for one that came later to see that, and to go', async () => {
    const other = await holder(join(dir, 'lock-zzzzzzzzz0000'));
    const attempt = lockDataDir(dir);
    await eventually(
      async () => readdirSync(dir).length,
      (count) => count === 2,
    );
    await other.kill();
    await (await attempt).release();
  });

  it('refuses when another takes its lock for dead, and removes it', async () => {
    jest.spyOn(fs, 'readdir').mockImplementationOnce(async () => {
      for (const name of readdirSync(dir)) await rm(join(dir, name));
      return [];
    });
    await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUse);
  });

  it('has one owner of many who find a dead lock at once, however slow some of them are', async () => {
    await (await holder(join(dir, EARLIER))).kill();
    const look = fs.readdir.bind(fs) as (path: string) => Promise<string[]>;
    let looks = 0;
    jest.spyOn(fs, 'readdir').mockImplementation((async (path: string) => {
      const found = await look(path);
      // Longer than any of the others takes.
      if (looks++ % 3 === 1) await pause(150);
      return found;
    }) as unknown as typeof fs.readdir);
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dir)));
    const owners = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(owners).toHaveLength(1);
    await Promise.all(owners.map((owner) => owner.release()));
    expect(readdirSync(dir)).toEqual([]);
  });
});

describe('socketPath', () => {
  it('says so when the system has no room for the path', () => {
    expect(() => socketPath(`/${'x'.repeat(120)}`, 's')).toThrow('DATA_DIR is too long');
  });
});

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

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import fs, { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../test/support/eventually';
import { DataDirInUse, lockDataDir, socketPath } from './data-dir-lock';

const LISTEN = `require('node:net').createServer().listen(process.argv[1], () => console.log('listening'))`;

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

/** Unix sockets that this process has open. */
const sockets = () => process.getActiveResourcesInfo().filter((each) => each === 'PipeWrap').length;

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
    expect(existsSync(join(dir, 'service.lock'))).toBe(false);
  });

  it('refuses while another process lives, and is free once that was killed', async () => {
    const other = await holder(join(dir, 'service.lock'));
    await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUse);
    await other.kill();
    expect(existsSync(join(dir, 'service.lock'))).toBe(true);
    await (await lockDataDir(dir)).release();
  });

  it('has at most one owner of many who find a dead lock at once', async () => {
    await (await holder(join(dir, 'service.lock'))).kill();
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(dir)));
    const owners = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(owners).toHaveLength(1);
    await Promise.all(owners.map((owner) => owner.release()));
  });

  it('refuses when another removes its new lock before it has looked at it', async () => {
    const path = join(dir, 'service.lock');
    await writeFile(path, '');
    const before = sockets();
    const look = fs.stat;
    jest.spyOn(fs, 'stat').mockImplementationOnce(async (looked) => {
      await rm(path);
      return look(looked);
    });
    await expect(lockDataDir(dir)).rejects.toThrow(DataDirInUse);
    // A server left behind would keep the process from its end.
    await eventually(
      async () => sockets(),
      (now) => now === before,
    );
  });
});

describe('socketPath', () => {
  it('says so when the system has no room for the path', () => {
    expect(() => socketPath(`/${'x'.repeat(120)}`, 's')).toThrow('DATA_DIR is too long');
  });
});

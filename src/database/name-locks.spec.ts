import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../test/support/eventually';
import { lockByName, NameLocks } from './name-locks';

/** Takes a name as `lockByName` does, and keeps it. */
const TAKE = `
const socket = require('node:net').connect(process.argv[1]);
socket.write(JSON.stringify(process.argv[2]) + '\\n');
socket.on('data', (answer) => console.log(answer.toString()));`;

describe('locks by name', () => {
  let dir: string;
  let path: string;
  let locks: NameLocks;
  const children: ChildProcess[] = [];

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'ams-'));
    path = join(dir, 'names');
    locks = await NameLocks.listen(path);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await locks.close();
    await rm(dir, { recursive: true, force: true });
  });

  const taken = async (name: string) => {
    const lock = await lockByName(path, name);
    if (lock === null) throw new Error(`${name} is taken`);
    return lock;
  };

  it('are held by one at a time, whatever is in the name', async () => {
    for (const name of ['a', 'a\nb', '', 'ä'.repeat(100)]) {
      const lock = await taken(name);
      expect(await lock.isHeld()).toBe(true);
      expect(await lockByName(path, name)).toBeNull();
      await lock.release();
      expect(await lock.isHeld()).toBe(false);
      await (await taken(name)).release();
    }
  });

  it('are free when the process that holds them is killed', async () => {
    const child = spawn(process.execPath, ['-e', TAKE, path, 'a'], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    const [answer] = (await once(child.stdout, 'data')) as [Buffer];
    expect(answer.toString().trim()).toBe('1');
    expect(await lockByName(path, 'a')).toBeNull();
    child.kill('SIGKILL');
    const lock = await eventually(
      () => lockByName(path, 'a'),
      (found) => found !== null,
    );
    await lock?.release();
  });

  it('are known to be lost when whoever gives them out is gone', async () => {
    const lock = await taken('a');
    await locks.close();
    expect(
      await eventually(
        () => lock.isHeld(),
        (held) => !held,
      ),
    ).toBe(false);
    await expect(lockByName(path, 'b')).rejects.toMatchObject({ code: 'ENOENT' });
    locks = await NameLocks.listen(path);
  });

  it('are not given to whoever never says which', async () => {
    const socket = connect(path);
    const closed = once(socket, 'close');
    socket.on('error', () => undefined);
    socket.write('x'.repeat(5_000));
    await closed;
    await (await taken('a')).release();
  });
});

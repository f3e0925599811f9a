import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { LocalFileStore } from './local-file-store';

const KEY = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';
const NOW = new Date();
const NEVER = new AbortController().signal;

let folder: string;
let store: LocalFileStore;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'file-store-')), 'files');
  store = await LocalFileStore.open(folder, NOW);
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

function failing(error: Error): Readable {
  return Readable.from(
    (function* () {
      yield Buffer.from('the beginning');
      throw error;
    })(),
  );
}

describe('LocalFileStore', () => {
  it('gives back what was put, and forgets what was deleted', async () => {
    await store.put(KEY, Readable.from([Buffer.from('one, '), Buffer.from('two')]), NEVER);
    const copy = await store.fetch(KEY);
    expect(await readFile(copy?.path ?? '', 'utf8')).toBe('one, two');
    await copy?.release();
    await store.delete(KEY);
    await store.delete(KEY);
    expect(await store.fetch(KEY)).toBeNull();
  });

  it('is for its owner only', async () => {
    await store.put(KEY, Readable.from([Buffer.from('x')]), NEVER);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, KEY))).mode & 0o777).toBe(0o600);
  });

  it('keeps nothing of a stream that fails, and throws its reason', async () => {
    const reason = new Error('broken off');
    await expect(store.put(KEY, failing(reason), NEVER)).rejects.toBe(reason);
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps nothing of what is aborted, and throws the reason of the signal', async () => {
    const aborting = new AbortController();
    const endless = new Readable({ read: () => undefined });
    endless.push('the beginning');
    const putting = store.put(KEY, endless, aborting.signal);
    const reason = new Error('no more');
    aborting.abort(reason);
    await expect(putting).rejects.toBe(reason);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['ENOSPC', 'storage_full'],
    ['EDQUOT', 'storage_full'],
    ['EIO', 'BackendUnavailable'],
  ])('tells %s of the disk as %s', async (code, reported) => {
    const ofTheDisk = Object.assign(new Error(code), { code, syscall: 'write' });
    await expect(store.put(KEY, failing(ofTheDisk), NEVER)).rejects.toMatchObject({ code: reported });
    expect(await readdir(folder)).toEqual([]);
  });

  it('puts the same key twice at a time', async () => {
    const bytes = () => Readable.from([Buffer.alloc(1_000_000, 'x')]);
    await Promise.all([store.put(KEY, bytes(), NEVER), store.put(KEY, bytes(), NEVER)]);
    expect(await readdir(folder)).toEqual([KEY]);
  });

  it('removes what was left half-written when it is opened, but not what may be being written', async () => {
    const [old, fresh] = [`${KEY}.${KEY}.part`, `${KEY}.${KEY.replace('0', '1')}.part`];
    for (const name of [old, fresh, KEY]) await writeFile(join(folder, name), 'x');
    const past = new Date(NOW.getTime() - 3_600_000);
    for (const name of [old, KEY]) await utimes(join(folder, name), past, past);
    await LocalFileStore.open(folder, NOW);
    expect((await readdir(folder)).sort()).toEqual([KEY, fresh].sort());
    expect(await store.list(new Date(NOW.getTime() - 60_000), null)).toEqual([KEY]);
    expect(await store.list(new Date(NOW.getTime() - 60_000), KEY)).toEqual([]);
  });

  it.each(['../secret', 'a/b', '', KEY.toUpperCase()])('takes no path for a key: %j', async (key) => {
    await expect(store.put(key, Readable.from(['x']), NEVER)).rejects.toThrow(TypeError);
    await expect(store.delete(key)).rejects.toThrow(TypeError);
  });
});

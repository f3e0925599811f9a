import { Logger } from '@nestjs/common';
import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveServiceKey, generatedSecret } from './service-secret';

describe('a key derived from the secret of the service', () => {
  let parent: string;
  let dataDir: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'ams-'));
    dataDir = join(parent, 'data');
  });

  afterEach(() => rm(parent, { recursive: true }));

  const bytesOf = async (secret: string | null, purpose = 'one') =>
    (await deriveServiceKey({ SERVICE_SECRET_KEY: secret, DATA_DIR: dataDir }, purpose))
      .export()
      .toString('hex');

  it('follows from SERVICE_SECRET_KEY, is not equal to it, and leaves no file', async () => {
    const key = await bytesOf('a-secret-of-the-service');

    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(key).toBe(await bytesOf('a-secret-of-the-service'));
    expect(key).not.toBe(await bytesOf('another-secret-of-it'));
    expect(key).not.toBe(await bytesOf('a-secret-of-the-service', 'another'));
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  it('is kept in the data directory otherwise, for its owner only', async () => {
    const key = await bytesOf(null);

    expect(await bytesOf(null)).toBe(key);
    const file = join(dataDir, 'secret_key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file)).toHaveLength(32);
    expect(await readdir(dataDir)).toEqual(['secret_key']);
  });

  it('is closed to other users where its file is open to them, with a warning', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const key = await bytesOf(null);
    const file = join(dataDir, 'secret_key');
    for (const mode of [0o640, 0o604, 0o666]) {
      warn.mockClear();
      await chmod(file, mode);
      expect(await Promise.all([bytesOf(null), bytesOf(null)])).toEqual([key, key]);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(warn).toHaveBeenCalledTimes(1);
      expect(warn.mock.calls[0]?.[0]).toContain(`${file} was readable by other users; its mode is now 0600`);
    }
    await bytesOf(null);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('is one for all that start at once', async () => {
    const secrets = await Promise.all(Array.from({ length: 8 }, () => generatedSecret(dataDir)));

    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
  });

  it('is refused when its file is damaged', async () => {
    await generatedSecret(dataDir);
    await writeFile(join(dataDir, 'secret_key'), 'short');

    await expect(generatedSecret(dataDir)).rejects.toThrow(/damaged/);
  });
});

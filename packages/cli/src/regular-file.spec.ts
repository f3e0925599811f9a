import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureRegularOrMissing, openRegular, readRegular } from './regular-file.ts';

let folder: string;
const at = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ams-regular-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a file', () => {
  it('is read to its end, also through a symbolic link', () => {
    writeFileSync(at('a'), 'x'.repeat(100_000));
    symlinkSync(at('a'), at('link'));
    expect(readRegular(at('a'), 100_000).toString()).toBe('x'.repeat(100_000));
    expect(readRegular(at('link'), 100_000)).toHaveLength(100_000);
    writeFileSync(at('empty'), '');
    expect(readRegular(at('empty'), 0)).toHaveLength(0);
  });

  it('that is larger than the limit is refused with the limit', () => {
    writeFileSync(at('a'), '');
    truncateSync(at('a'), 4 * 1024 * 1024 + 1);
    expect(() => readRegular(at('a'), 4 * 1024 * 1024)).toThrow('it is larger than 4 MiB');
    truncateSync(at('a'), 4 * 1024 * 1024);
    expect(readRegular(at('a'), 4 * 1024 * 1024)).toHaveLength(4 * 1024 * 1024);
  });

  (process.platform === 'linux' ? it : it.skip)('that says no size is refused at the limit', () => {
    expect(readRegular('/proc/self/status', 100_000).toString()).toContain('Pid:');
    expect(() => readRegular('/proc/self/status', 100)).toThrow('it is larger than 100 bytes');
  });

  it('that does not exist has the code of the system', () => {
    expect(() => readRegular(at('none'), 10)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(() => ensureRegularOrMissing(at('none'))).not.toThrow();
  });

  it('is opened with its size', () => {
    writeFileSync(at('a'), 'four');
    const { descriptor, size } = openRegular(at('a'));
    closeSync(descriptor);
    expect(size).toBe(4);
  });
});

describe('what is no regular file is refused without reading it', () => {
  const refused = (file: string, reason: string) => {
    expect(() => readRegular(file, 1_000)).toThrow(reason);
    expect(() => openRegular(file)).toThrow(reason);
    expect(() => ensureRegularOrMissing(file)).toThrow(reason);
  };

  it('a folder', () => refused(folder, 'it is a folder, not a regular file'));

  it('a device behind a symbolic link', () => {
    symlinkSync('/dev/zero', at('zero'));
    refused(at('zero'), 'it is a device, not a regular file');
  });

  it('a pipe that no program writes to', () => {
    execFileSync('mkfifo', [at('pipe')]);
    refused(at('pipe'), 'it is a pipe, not a regular file');
  });

  it('a socket', async () => {
    const server = createServer().listen(at('socket'));
    await once(server, 'listening');
    refused(at('socket'), 'it is a socket, not a regular file');
    server.close();
  });
});

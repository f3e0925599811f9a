import { mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings, writeFields } from './settings-files.ts';

let folder: string;
const at = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ams-settings-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a settings file', () => {
  it('is refused at once if it is a device or larger than 4 MiB', () => {
    symlinkSync('/dev/zero', at('device.json'));
    expect(() => readSettings(at('device.json'))).toThrow(
      `${at('device.json')} cannot be read: it is a device, not a regular file.`,
    );
    writeFileSync(at('large.json'), '');
    truncateSync(at('large.json'), 4 * 1024 * 1024 + 1);
    expect(() => readSettings(at('large.json'))).toThrow('it is larger than 4 MiB');
  });

  it('is read with the byte order mark that some editors write', () => {
    writeFileSync(at('mark.json'), '\uFEFF{"agent": "a"}');
    expect(readSettings(at('mark.json'))).toMatchObject({ agent: 'a' });
  });

  it('is not written through a link in the place of its unfinished copy', () => {
    writeFileSync(at('.bashrc'), 'export A=1\n');
    symlinkSync(at('.bashrc'), at(`.agent-memory.json.${process.pid}`));
    expect(() => writeFields(at('.agent-memory.json'), { agent: 'a' })).toThrow('cannot be written');
    expect(readFileSync(at('.bashrc'), 'utf8')).toBe('export A=1\n');
    writeFields(at('.agent-memory.json'), { agent: 'a' });
    expect(readSettings(at('.agent-memory.json'))).toMatchObject({ agent: 'a' });
  });
});

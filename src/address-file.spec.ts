import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAddressFile, writeAddressFile } from './address-file';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ams-address-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const URL_8461 = 'http://127.0.0.1:8461';

describe('the address file', () => {
  it('holds the address and the process, for this user only', () => {
    expect(writeAddressFile(dataDir, URL_8461, 7)).toBeNull();
    expect(readdirSync(dataDir)).toEqual(['service.json']);
    expect(JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8'))).toEqual({
      url: URL_8461,
      pid: 7,
    });
    expect(statSync(join(dataDir, 'service.json')).mode & 0o777).toBe(0o600);
  });

  it('is removed by the process that wrote it, and by no other', () => {
    writeAddressFile(dataDir, URL_8461, 7);
    removeAddressFile(dataDir, 8);
    expect(readdirSync(dataDir)).toEqual(['service.json']);
    removeAddressFile(dataDir, 7);
    expect(readdirSync(dataDir)).toEqual([]);
    expect(() => removeAddressFile(dataDir, 7)).not.toThrow();
  });

  it('replaces the file of a process that was killed', () => {
    writeAddressFile(dataDir, 'http://127.0.0.1:1', 6);
    writeAddressFile(dataDir, URL_8461, 7);
    expect(readFileSync(join(dataDir, 'service.json'), 'utf8')).toContain(URL_8461);
  });

  it('is not written without the folder', () => {
    expect(writeAddressFile(join(dataDir, 'none'), URL_8461)).toBeNull();
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const MODULE = pathToFileURL(join(__dirname, 'build-lock.mjs')).href;
/** Writes when it begins and ends its work, which takes some time. */
const PROGRAM = `
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
const [module, root, name, id] = process.argv.slice(1);
const { withBuildLock } = await import(module);
await withBuildLock(root, name, async () => {
  appendFileSync(root + '/log', id + ' begins\\n');
  await pause(200);
  appendFileSync(root + '/log', id + ' ends\\n');
});
`;

describe('two builds at one time', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'build-lock-'));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  const build = (name: string, id: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM, MODULE, root, name, id]);
  const logged = () => readFileSync(join(root, 'log'), 'utf8').trim().split('\n');

  it('come one after the other', async () => {
    await Promise.all(['a', 'b', 'c'].map((id) => build('compiled', id)));
    const lines = logged();
    expect(lines).toHaveLength(6);
    for (let at = 0; at < lines.length; at += 2) {
      expect(lines[at + 1]).toBe(lines[at]?.replace('begins', 'ends'));
    }
    expect(existsSync(join(root, '.build-compiled.lock'))).toBe(false);
  });

  it('do not wait for a process that has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    writeFileSync(join(root, '.build-compiled.lock'), String(pid));
    await build('compiled', 'a');
    expect(logged()).toEqual(['a begins', 'a ends']);
  });

  it('wait for no build of another kind', async () => {
    writeFileSync(join(root, '.build-console.lock'), String(process.pid));
    await build('compiled', 'a');
    expect(logged()).toEqual(['a begins', 'a ends']);
  });
});

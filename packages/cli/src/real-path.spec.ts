import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { followLinks, isInside, pathInside } from './real-path.ts';

let root: string;
const at = (...parts: string[]) => path.join(root, ...parts);

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ams-paths-')));
  mkdirSync(at('shop/src'), { recursive: true });
  mkdirSync(at('home/app'), { recursive: true });
  writeFileSync(at('home/.bashrc'), 'export A=1\n');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the real path', () => {
  it('is the path itself where there is no link, also of what does not exist', () => {
    expect(followLinks(at('home/.bashrc'))).toBe(at('home/.bashrc'));
    expect(followLinks(at('shop/a/b.json'))).toBe(at('shop/a/b.json'));
    expect(followLinks(at('home/.bashrc/b.json'))).toBe(at('home/.bashrc/b.json'));
  });

  it('follows links in every part of it, and links to what does not exist', () => {
    symlinkSync(at('home/app'), at('shop/.cursor'));
    expect(followLinks(at('shop/.cursor/rules/a.md'))).toBe(at('home/app/rules/a.md'));
    symlinkSync('../home/none', at('shop/dangling'));
    expect(followLinks(at('shop/dangling'))).toBe(at('home/none'));
    symlinkSync('dangling', at('shop/second'));
    expect(followLinks(at('shop/second/x'))).toBe(at('home/none/x'));
  });

  it('goes up from where a link leads, as the system does', () => {
    symlinkSync(at('home/app'), at('shop/in'));
    symlinkSync('in/../.bashrc', at('shop/CLAUDE.md'));
    expect(followLinks(at('shop/CLAUDE.md'))).toBe(realpathSync.native(at('shop/CLAUDE.md')));
    expect(followLinks(at('shop/CLAUDE.md'))).toBe(at('home/.bashrc'));
  });

  it('of a link to itself does not exist', () => {
    symlinkSync('b', at('shop/a'));
    symlinkSync('a', at('shop/b'));
    expect(() => followLinks(at('shop/a'))).toThrow(
      `${at('shop/a')} is a symbolic link that leads to itself`,
    );
  });
});

describe('a path in a folder', () => {
  it('may lead through links that stay in the folder, which may be a link itself', () => {
    symlinkSync('src', at('shop/link'));
    symlinkSync(at('shop'), at('project'));
    expect(pathInside(at('project/link/a.md'), at('project'))).toBe(at('shop/src/a.md'));
    expect(pathInside(at('shop/a.md'), at('shop'))).toBe(at('shop/a.md'));
  });

  it.each([
    ['a link to a file', '../home/.bashrc'],
    ['a link to a file that does not exist', '../home/none'],
    ['a link to a folder beside it with a longer name', '../shop2/a.md'],
    ['a link to the folder itself', '.'],
  ])('may not be %s outside', (_, link) => {
    symlinkSync(link, at('shop/CLAUDE.md'));
    const target = path.resolve(at('shop'), link);
    expect(() => pathInside(at('shop/CLAUDE.md'), at('shop'))).toThrow(
      `${at('shop/CLAUDE.md')} leads through a symbolic link to ${target}, which is outside of ${at('shop')}.`,
    );
  });

  it('may have a name that begins with two dots', () => {
    expect(isInside(at('shop/..a'), at('shop'))).toBe(true);
    expect(isInside(at('a'), at('shop'))).toBe(false);
    expect(isInside(at('shop'), at('shop'))).toBe(false);
    expect(isInside(root, at('shop'))).toBe(false);
  });
});

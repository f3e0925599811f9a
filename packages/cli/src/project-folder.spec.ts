import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProjectFolder, searchedFolders } from './project-folder.ts';
import { trustFolder } from './trusted-folders.ts';

const OTHER_USER = 54_321;

let root: string;
let home: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ams-folder-')));
  home = path.join(root, 'users/ada');
  for (const each of ['users/ada/code/shop/src', 'srv/site/public'])
    mkdirSync(path.join(root, each), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const git = (folder: string) => mkdirSync(path.join(root, folder, '.git'));
const searched = (folder: string) =>
  searchedFolders(path.join(root, folder), home).map((each) => path.relative(root, each));

describe('the folders whose file counts', () => {
  it('are those up to the root of the repository', () => {
    git('users/ada/code/shop');
    git('srv/site');
    expect(searched('users/ada/code/shop/src')).toEqual(['users/ada/code/shop/src', 'users/ada/code/shop']);
    expect(searched('srv/site/public')).toEqual(['srv/site/public', 'srv/site']);
  });

  it('are those up to the home outside of a repository', () => {
    expect(searched('users/ada/code')).toEqual(['users/ada/code', 'users/ada']);
    expect(searched('users/ada')).toEqual(['users/ada']);
  });

  it('are none above the home, even in a repository', () => {
    git('users');
    expect(searched('users/ada/code')).toEqual(['users/ada/code', 'users/ada']);
    git('.');
    expect(searched('srv/site')).toEqual(['srv/site', 'srv']);
  });

  it('are only the folder itself outside of both', () => {
    expect(searched('srv/site/public')).toEqual(['srv/site/public']);
    expect(searched('users')).toEqual(['users']);
    expect(searched('.')).toEqual(['']);
  });
});

describe('the file of a folder', () => {
  const shop = () => path.join(home, 'code/shop');
  const put = (folder: string, text = '{"agent": "a"}') =>
    writeFileSync(path.join(folder, '.agent-memory.json'), text);
  const find = (uid?: number) =>
    findProjectFolder({ cwd: path.join(shop(), 'src'), env: { HOME: home }, uid });

  it('is the nearest one', () => {
    expect(find()).toMatchObject({ folder: path.join(shop(), 'src'), file: null });
    put(path.join(home, 'code'));
    put(shop(), '{"agent": "b"}');
    expect(find()).toMatchObject({ folder: shop(), settings: { agent: 'b' }, foreignFile: null });
  });

  // Windows has no user ids, and links need a right of their own.
  const onUnix = process.platform === 'win32' ? it.skip : it;

  onUnix('of another user is not read before the user trusts it', () => {
    const file = path.join(shop(), '.agent-memory.json');
    put(shop(), 'no JSON');
    expect(find(OTHER_USER)).toMatchObject({ file: null, foreignFile: file });
    put(shop());
    trustFolder(shop(), { agent: 'a' }, { HOME: home });
    expect(find(OTHER_USER)).toMatchObject({ file, settings: { agent: 'a' }, foreignFile: null });
    put(shop(), '{"agent": "b"}');
    expect(find(OTHER_USER)).toMatchObject({ file: null, foreignFile: file });
  });

  onUnix('is no folder and no link to nothing', () => {
    mkdirSync(path.join(shop(), '.agent-memory.json'));
    symlinkSync(path.join(root, 'nothing'), path.join(shop(), 'src/.agent-memory.json'));
    expect(find()).toMatchObject({ file: null, foreignFile: null });
  });
});

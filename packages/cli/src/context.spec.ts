import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resolveScope } from './context.ts';
import { UntrustedFolder } from './folder-trust.ts';
import { keysFile, type Settings, userSettingsFile, writeFields } from './settings-files.ts';
import { trustFolder } from './trusted-folders.ts';

let root: string;
let cwd: string;
let env: Record<string, string>;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'ams-scope-')));
  cwd = path.join(root, 'project/src');
  mkdirSync(cwd, { recursive: true });
  env = { HOME: root };
});
afterEach(() => rmSync(root, { recursive: true }));

const inProject = (text: string) => writeFileSync(path.join(root, 'project/.agent-memory.json'), text);
const trust = (settings: Settings) => trustFolder(path.join(root, 'project'), settings, env);

describe('the scope of a command', () => {
  it('is taken from the option, the environment, the project, the user and the default, in this order', () => {
    const scope = (options = {}) => resolveScope(options, { cwd, env });
    expect(scope()).toMatchObject({
      url: 'http://127.0.0.1:8000',
      agent: 'src',
      key: null,
      sources: { url: 'default', agent: 'default', key: 'default' },
    });
    writeFields(userSettingsFile(env), { url: 'https://user.example', agent: 'user' });
    expect(scope()).toMatchObject({ url: 'https://user.example', agent: 'user', sources: { agent: 'user' } });
    inProject('{"agent": "project", "url": "http://localhost:1"}');
    trust({ agent: 'project', url: 'http://localhost:1' });
    expect(scope()).toMatchObject({
      url: 'http://localhost:1',
      agent: 'project',
      sources: { url: 'project' },
    });
    env.AGENT_MEMORY_AGENT = 'variable';
    env.AGENT_MEMORY_URL = 'http://127.0.0.1:2/';
    expect(scope()).toMatchObject({ url: 'http://127.0.0.1:2', agent: 'variable' });
    expect(scope({ agent: 'option' })).toMatchObject({ agent: 'option', sources: { agent: 'option' } });
  });

  it('has the key of the environment, else the key that is kept for the service', () => {
    writeFields(keysFile(env), { keys: { 'https://a.example': 'amk_a' } });
    const key = (url: string) => resolveScope({ url }, { cwd, env }).key;
    expect(key('https://a.example/path')).toBe('amk_a');
    expect(key('https://b.example')).toBeNull();
    env.AGENT_MEMORY_KEY = 'amk_env\n';
    expect(key('https://a.example')).toBe('amk_env');
  });

  it.each([
    ['the default service', {}, undefined, 'http://127.0.0.1:8000'],
    ['the service of the user', {}, 'https://user.example', 'https://user.example'],
    [
      'AGENT_MEMORY_URL',
      { AGENT_MEMORY_URL: 'https://v.example/x' },
      'https://user.example',
      'https://v.example',
    ],
  ])(
    'has the key of the environment for %s, and for no service of a folder',
    (_, variables, user, origin) => {
      Object.assign(env, { AGENT_MEMORY_KEY: 'amk_env' }, variables);
      if (user !== undefined) writeFields(userSettingsFile(env), { url: user });
      expect(resolveScope({}, { cwd, env })).toMatchObject({
        key: 'amk_env',
        sources: { key: 'environment' },
      });
      expect(new URL(resolveScope({}, { cwd, env }).url).origin).toBe(origin);
      inProject('{"url": "http://localhost:1"}');
      trust({ url: 'http://localhost:1' });
      const { url, key } = resolveScope({}, { cwd, env });
      expect(key).toBe(url === 'http://localhost:1' ? null : 'amk_env');
    },
  );

  it('is not taken from a project that names a service of another machine, before a login there', () => {
    inProject('{"url": "https://a.example"}');
    expect(() => resolveScope({}, { cwd, env })).toThrow('agent-memory login https://a.example');
    expect(resolveScope({ url: 'https://b.example' }, { cwd, env }).url).toBe('https://b.example');
    writeFields(keysFile(env), { keys: { 'https://a.example': 'amk_a' } });
    expect(() => resolveScope({}, { cwd, env })).toThrow(UntrustedFolder);
    trust({ url: 'https://a.example' });
    expect(resolveScope({}, { cwd, env })).toMatchObject({ url: 'https://a.example', key: 'amk_a' });
  });

  it.each([
    ['{"agent": "project"}', false],
    ['{"agent": "other"}', true],
    ['{"url": "http://127.0.0.1:8000/"}', false],
    ['{"url": "http://127.0.0.1:8001"}', true],
    ['{"url": "http://127.0.0.1:8000/elsewhere"}', true],
  ])('is taken from a file that says %s (whether the user must trust it first: %p)', (text, isAsked) => {
    inProject(text);
    const scope = () => resolveScope({}, { cwd, env });
    if (!isAsked) return expect(scope).not.toThrow();
    expect(scope).toThrow(UntrustedFolder);
    trust({ agent: 'yet-another', url: 'http://127.0.0.1:1' });
    expect(scope).toThrow(UntrustedFolder);
    trust(JSON.parse(text) as Settings);
    expect(scope).not.toThrow();
  });

  it('needs no trust for what an option or a variable replaces', () => {
    inProject('{"agent": "other", "url": "http://127.0.0.1:8001"}');
    env.AGENT_MEMORY_AGENT = 'mine';
    expect(resolveScope({ url: 'http://127.0.0.1:8000' }, { cwd, env })).toMatchObject({ agent: 'mine' });
  });

  it('has no agent that another trusted folder uses, unless that folder is above', () => {
    mkdirSync(path.join(root, 'elsewhere'));
    trustFolder(path.join(root, 'elsewhere'), { agent: 'src' }, env);
    expect(() => resolveScope({}, { cwd, env })).toThrow(UntrustedFolder);
    expect(resolveScope({ ignoresFolderName: true }, { cwd, env }).agent).toBe('src');
    rmSync(path.join(root, 'elsewhere'), { recursive: true });
    expect(resolveScope({}, { cwd, env }).agent).toBe('src');
    trust({ agent: 'src' });
    expect(resolveScope({}, { cwd, env }).agent).toBe('src');
  });

  it('shows the control characters of a file in the message', () => {
    inProject(JSON.stringify({ agent: 'a\u001b[2K\n\u202eb' }));
    expect(() => resolveScope({}, { cwd, env })).toThrow('"a<U+001B>[2K<U+000A><U+202E>b"');
  });

  it.each(['{', '[]', '{"agent": 1}'])('is refused with the name of the file that says %s', (text) => {
    inProject(text);
    expect(() => resolveScope({}, { cwd, env })).toThrow(path.join(root, 'project/.agent-memory.json'));
  });
});

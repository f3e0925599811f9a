import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { agentNamedAfter, resolveScope } from './context.ts';
import { keysFile, userSettingsFile, writeFields } from './settings-files.ts';

let root: string;
let cwd: string;
let env: Record<string, string>;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'ams-scope-'));
  cwd = path.join(root, 'project/src');
  mkdirSync(cwd, { recursive: true });
  env = { HOME: root };
});
afterEach(() => rmSync(root, { recursive: true }));

const inProject = (text: string) => writeFileSync(path.join(root, 'project/.agent-memory.json'), text);

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
    env.AGENT_MEMORY_KEY = 'amk_env';
    expect(key('https://a.example')).toBe('amk_env');
  });

  it('is not taken from a project that names a service of another machine, before a login there', () => {
    inProject('{"url": "https://a.example"}');
    expect(() => resolveScope({}, { cwd, env })).toThrow('agent-memory login https://a.example');
    expect(resolveScope({ url: 'https://b.example' }, { cwd, env }).url).toBe('https://b.example');
    writeFields(keysFile(env), { keys: { 'https://a.example': 'amk_a' } });
    expect(resolveScope({}, { cwd, env })).toMatchObject({ url: 'https://a.example', key: 'amk_a' });
  });

  it.each(['{', '[]', '{"agent": 1}'])('is refused with the name of the file that says %s', (text) => {
    inProject(text);
    expect(() => resolveScope({}, { cwd, env })).toThrow(path.join(root, 'project/.agent-memory.json'));
  });
});

it.each([
  ['/home/ada/My Project!', 'My-Project'],
  ['/x/café', 'cafe'],
  ['/x/日本', 'default'],
  ['/', 'default'],
  [`/x/${'a'.repeat(200)}`, 'a'.repeat(128)],
])('the folder %s gives a valid name of an agent', (folder, name) => {
  expect(agentNamedAfter(folder)).toBe(name);
});

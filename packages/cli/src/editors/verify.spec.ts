import { EDITORS } from './catalog/catalog.ts';
import { entryFor } from './connection.ts';
import { startableOf, Unverifiable } from './verify.ts';

const url = 'https://memory.example.com/mcp/agents/shop';
const NO_KEY = { value: null, origin: 'https://memory.example.com' };
const KEY = { ...NO_KEY, value: 'amk_1' };
const program = { command: '/usr/bin/node', args: ['/opt/agent-memory.mjs', 'mcp', '--agent', 'shop'] };

describe.each(EDITORS)('the entry of $name', (editor) => {
  it('says what the editor does', () => {
    const entry = entryFor(editor, { server: { url, hasKey: false }, program, isProgramPreferred: false });
    expect(startableOf(entry, NO_KEY)).toEqual(
      editor.id === 'claude-desktop'
        ? { kind: 'program', ...program, env: {} }
        : { kind: 'http', url, headers: {} },
    );
  });

  it('starts the program if that is preferred', () => {
    const entry = entryFor(editor, { server: { url, hasKey: false }, program, isProgramPreferred: true });
    expect(startableOf(entry, NO_KEY)).toEqual({ kind: 'program', ...program, env: {} });
  });

  it('refers to the key, or leaves it to the program', () => {
    const entry = entryFor(editor, { server: { url, hasKey: true }, program, isProgramPreferred: false });
    const started = startableOf(entry, KEY);
    const hasReference = JSON.stringify(entry).includes('AGENT_MEMORY_KEY');
    expect(started).toEqual(
      hasReference
        ? { kind: 'http', url, headers: { Authorization: 'Bearer amk_1' } }
        : { kind: 'program', ...program, env: {} },
    );
    if (hasReference) expect(() => startableOf(entry, NO_KEY)).toThrow('AGENT_MEMORY_KEY is not set here');
  });
});

it('refers to the key in the editors whose documentation has such references', () => {
  const withReference = EDITORS.filter((editor) =>
    JSON.stringify(editor.http({ url, hasKey: true })).includes('AGENT_MEMORY_KEY'),
  );
  expect(withReference.map(({ id }) => id)).toEqual([
    'claude-code',
    'cursor',
    'vscode',
    'codex',
    'windsurf',
    'gemini-cli',
    'opencode',
  ]);
});

it('refuses an entry that says neither', () => {
  expect(() => startableOf({ disabled: true }, NO_KEY)).toThrow(Unverifiable);
});

it.each([
  ['another variable in a header', { url, headers: { A: '${env:GITHUB_TOKEN}' } }, 'refers to GITHUB_TOKEN'],
  ['another variable as the key', { url, bearer_token_env_var: 'GITHUB_TOKEN' }, 'refers to GITHUB_TOKEN'],
  ['another variable of a program', { ...program, env: { A: '$GITHUB_TOKEN' } }, 'refers to GITHUB_TOKEN'],
  ['a variable in the URL', { url: `${url}?k=\${AGENT_MEMORY_KEY}` }, 'in a URL'],
  ['a variable as the host', { url: 'https://$AGENT_MEMORY_KEY.example.com' }, 'in a URL'],
  [
    'the key for another service',
    { url: 'https://memory.example.com.evil.example', bearer_token_env_var: 'AGENT_MEMORY_KEY' },
    'is sent to https://memory.example.com only',
  ],
])('does not fill in %s', (_, entry, message) => {
  expect(() => startableOf(entry, KEY)).toThrow(message);
});

it('fills the key into the environment of a program of the user', () => {
  const entry = { ...program, env: { AGENT_MEMORY_KEY: '${AGENT_MEMORY_KEY}' } };
  expect(startableOf(entry, KEY)).toMatchObject({ env: { AGENT_MEMORY_KEY: 'amk_1' } });
});

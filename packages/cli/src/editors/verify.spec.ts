import { EDITORS } from './catalog/catalog.ts';
import { entryFor } from './connection.ts';
import { startableOf, Unverifiable } from './verify.ts';

const url = 'https://memory.example.com/mcp/agents/shop';
const program = { command: '/usr/bin/node', args: ['/opt/agent-memory.mjs', 'mcp', '--agent', 'shop'] };

describe.each(EDITORS)('the entry of $name', (editor) => {
  it('says what the editor does', () => {
    const entry = entryFor(editor, { server: { url, hasKey: false }, program, isProgramPreferred: false });
    expect(startableOf(entry, {})).toEqual(
      editor.id === 'claude-desktop'
        ? { kind: 'program', ...program, env: {} }
        : { kind: 'http', url, headers: {} },
    );
  });

  it('starts the program if that is preferred', () => {
    const entry = entryFor(editor, { server: { url, hasKey: false }, program, isProgramPreferred: true });
    expect(startableOf(entry, {})).toEqual({ kind: 'program', ...program, env: {} });
  });

  it('refers to the key, or leaves it to the program', () => {
    const entry = entryFor(editor, { server: { url, hasKey: true }, program, isProgramPreferred: false });
    const started = startableOf(entry, { AGENT_MEMORY_KEY: 'amk_1' });
    const hasReference = JSON.stringify(entry).includes('AGENT_MEMORY_KEY');
    expect(started).toEqual(
      hasReference
        ? { kind: 'http', url, headers: { Authorization: 'Bearer amk_1' } }
        : { kind: 'program', ...program, env: {} },
    );
    if (hasReference) expect(() => startableOf(entry, {})).toThrow('AGENT_MEMORY_KEY is not set here');
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
  expect(() => startableOf({ disabled: true }, {})).toThrow(Unverifiable);
});

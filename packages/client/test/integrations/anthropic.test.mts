import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory';
import { type Agent, AgentMemory } from '@agent-memory/client';
import { memoryTool, memoryToolHandlers } from '@agent-memory/client/anthropic';

const memory = new AgentMemory({ timeoutMs: 60_000, baseUrl: process.env.AGENT_MEMORY_URL ?? '' });
const newAgent = (): Agent => memory.agent(`anthropic-${randomUUID()}`, { create: true });

type Command = { command: keyof MemoryToolHandlers } & Record<string, unknown>;

async function call(handlers: MemoryToolHandlers, given: Command): Promise<string> {
  return String(await handlers[given.command](given as never));
}

const linesOf = (shown: string): (string | undefined)[] =>
  shown
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[1]);

test('makes, shows and changes files', async () => {
  const files = memoryToolHandlers(newAgent());
  const path = '/memories/a/notes.txt';
  const text = 'first\nsecond\n\nlast\n';
  assert.match(await call(files, { command: 'create', path, file_text: text }), /created successfully/);
  assert.deepEqual(linesOf(await call(files, { command: 'view', path })), [
    'first',
    'second',
    '',
    'last',
    '',
  ]);
  const part = await call(files, { command: 'view', path, view_range: [2, 4] });
  assert.match(part, /numbers:\n {5}2\tsecond\n {5}3\t\n {5}4\tlast$/);
  const changed = { command: 'str_replace', path, old_str: 'second', new_str: '2nd\nand more' } as const;
  assert.match(await call(files, changed), / {5}1\tfirst\n {5}2\t2nd\n {5}3\tand more\n {5}4\t$/);
  await call(files, { command: 'insert', path, insert_line: 0, insert_text: 'zero\n' });
  await call(files, { command: 'insert', path, insert_line: 6, insert_text: 'after' });
  const shown = linesOf(await call(files, { command: 'view', path }));
  assert.deepEqual(shown, ['zero', 'first', '2nd', 'and more', '', 'last', 'after', '']);
});

test('lists, moves and deletes folders, and restores nothing by itself', async () => {
  const files = memoryToolHandlers(newAgent());
  for (const path of ['a/one.txt', 'a/deep/two.txt', 'b.txt'])
    await call(files, { command: 'create', path: `/memories/${path}`, file_text: 'x' });
  assert.deepEqual(linesOf(await call(files, { command: 'view', path: '/memories/' })), [
    '/memories',
    '/memories/a/',
    '/memories/a/deep/',
    '/memories/a/one.txt',
    '/memories/b.txt',
  ]);
  await call(files, { command: 'rename', old_path: '/memories/a', new_path: '/memories/c' });
  assert.match(await call(files, { command: 'view', path: '/memories/c/deep/two.txt' }), /x/);
  await call(files, { command: 'delete', path: '/memories/c' });
  await call(files, { command: 'create', path: '/memories/c/one.txt', file_text: '' });
  assert.match(await call(files, { command: 'view', path: '/memories/c/one.txt' }), /:\n {5}1\t$/);
});

test('says what cannot be done, and keeps to its scope', async () => {
  const agent = newAgent();
  const files = memoryToolHandlers(agent, { scope: 'user:1' });
  await call(files, { command: 'create', path: '/memories/a.txt', file_text: 'one two\n' });
  await call(files, { command: 'create', path: '/memories/c.txt', file_text: 'c' });
  const refused: Command[] = [
    { command: 'view', path: '/memories/none.txt' },
    { command: 'view', path: '/memories/../etc/passwd' },
    { command: 'view', path: 'memories/a.txt' },
    { command: 'create', path: '/memories/a.txt', file_text: 'x' },
    { command: 'create', path: '/memories/long.txt', file_text: 'x'.repeat(10_001) },
    { command: 'str_replace', path: '/memories/a.txt', old_str: 'none', new_str: 'x' },
    { command: 'str_replace', path: '/memories/a.txt', old_str: 'o', new_str: 'x' },
    { command: 'insert', path: '/memories/a.txt', insert_line: 7, insert_text: 'x' },
    { command: 'delete', path: '/memories' },
    { command: 'delete', path: '/memories/none.txt' },
    { command: 'rename', old_path: '/memories/a.txt', new_path: '/memories/c.txt' },
  ];
  for (const each of refused)
    await assert.rejects(async () => call(files, each), Error, JSON.stringify(each));
  const others = memoryToolHandlers(agent, { scope: 'user:2' });
  await assert.rejects(call(others, { command: 'view', path: '/memories/a.txt' }));
  const file = await agent.memories.getByRef('/memories/a.txt', { scope: 'user:1' });
  await call(files, { command: 'delete', path: '/memories/a.txt' });
  assert.equal((await agent.memories.get(file.id)).expiredBy, 'deleted');
});

const COMMANDS = [
  { command: 'create', path: '/memories/tea.md', file_text: 'Green tea.' },
  { command: 'view', path: '/memories/tea.md' },
];

/** A model that writes a file, reads it, and says what it read. */
export const scriptedFetch: typeof fetch = (_url, init) => {
  const { messages } = JSON.parse(String(init?.body)) as { messages: { content: unknown }[] };
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as object[]) : []));
  const last = blocks.findLast((block) => 'tool_use_id' in block) as { tool_use_id: string } | undefined;
  const done = last === undefined ? 0 : Number(last.tool_use_id.slice(1)) + 1;
  const input = COMMANDS[done];
  const content =
    input === undefined
      ? [{ type: 'text', text: JSON.stringify(last) }]
      : [{ type: 'tool_use', id: `t${done}`, name: 'memory', input }];
  const message = {
    id: `m${done}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content,
    stop_reason: input === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  return Promise.resolve(Response.json(message));
};

test('is used by a model', async () => {
  const agent = newAgent();
  const client = new Anthropic({ apiKey: 'none', fetch: scriptedFetch });
  const runner = client.beta.messages.toolRunner({
    model: 'scripted',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'Remember that I like green tea' }],
    tools: [memoryTool(agent)],
  });
  const final = await runner.runUntilDone();
  assert.match(JSON.stringify(final.content), /Green tea/);
  assert.equal((await agent.memories.getByRef('/memories/tea.md')).content, 'Green tea.');
});

import path from 'node:path';
import type { Conversation, Entry, Item, Skipped } from './entry.ts';
import { openImport } from './import-source.ts';
import { IMPORTERS } from './importers.ts';
import { kindsOf, refuseOtherKind } from './kind-of-file.ts';
import { savedAt } from './memory-list.ts';
import type { SourceName } from './sources.ts';

const FIXTURES = path.join(__dirname, '../../test/fixtures');

const open = (source: SourceName, file: string) =>
  openImport(path.join(FIXTURES, file), IMPORTERS[source].folder);

async function read(source: SourceName, file: string) {
  const importer = await IMPORTERS[source].load();
  const entries: Entry[] = [];
  for await (const entry of importer(await open(source, file))) entries.push(entry);
  const skips = entries.filter((entry): entry is Skipped => entry.kind === 'skipped');
  return {
    items: entries.filter((entry): entry is Item => entry.kind === 'item'),
    conversations: entries.filter((entry): entry is Conversation => entry.kind === 'conversation'),
    skips: Object.fromEntries(skips.map(({ ref, reason }) => [ref, reason])),
  };
}

const said = (conversation: Conversation | undefined) =>
  conversation?.messages.map(({ role, content }) => `${role}: ${content}`);

it('the file of the MCP memory server becomes a memory for each observation and relation', async () => {
  const { items, skips } = await read('server-memory', 'server-memory.jsonl');
  expect(items.map(({ content, type, tags }) => [content, type, tags])).toEqual([
    ['John Smith: Speaks fluent Spanish', 'fact', ['person', 'John Smith']],
    ['John Smith: Graduated in 2019', 'fact', ['person', 'John Smith']],
    ['John Smith works at Acme Corp.', 'relationship', ['works_at', 'John Smith', 'Acme Corp']],
  ]);
  expect(new Set(items.map(({ ref }) => ref)).size).toBe(3);
  expect(skips).toEqual({ Acme_Corp: 'the entity has no observations' });
});

it('a list that an assistant printed becomes a memory for each line, with its date', async () => {
  const { items, skips } = await read('memory-list', 'memory-list.txt');
  expect(items.map(({ content, type, tags }) => [content, type, tags])).toEqual([
    ['Always answer in bullet points unless I ask for prose.', 'instruction', ['Instructions']],
    ['Lives in Lisbon with two cats.', 'fact', ['Personal details']],
    ['Works on the metrics service.', 'fact', ['Personal details']],
  ]);
  expect(items[0]?.createdAt).toEqual(new Date('2024-11-03T00:00:00Z'));
  expect(items[2]?.createdAt).toEqual(new Date('2025-03-01T00:00:00Z'));
  expect(Object.keys(skips)).toEqual(['memory-list.txt:1', 'memory-list.txt:12']);
});

it.each([
  ['2025-03-14', '2025-03-14'],
  ['2025/03/14', '2025-03-14'],
  ['March 14, 2025', '2025-03-14'],
  ['unknown', null],
  ['', null],
])('the date %p of a list is %p', (text, date) => {
  expect(savedAt(text)?.toISOString().slice(0, 10) ?? null).toBe(date);
});

it('the folder of Claude Code has memory files and instructions, without the index', async () => {
  const { items, skips } = await read('claude-code', 'claude-home');
  expect(items.map(({ ref, content, title, type, tags }) => [ref, content, title, type, tags])).toEqual([
    ['CLAUDE.md#style', 'Use tabs in Go files.', 'Style', 'instruction', []],
    [
      'projects/-home-ana-shop/memory/test-database.md',
      'integration tests use a real database\n\nDo not mock the database in integration tests.',
      'test-database',
      'instruction',
      ['project:-home-ana-shop'],
    ],
  ]);
  expect(Object.keys(skips)).toEqual(['projects/-home-ana-shop/memory/MEMORY.md']);
});

it('a transcript of Claude Code has what the person and the assistant said, without subagents', async () => {
  const { conversations, skips } = await read('claude-code-transcripts', 'claude-home');
  expect(conversations).toHaveLength(1);
  expect(conversations[0]?.ref).toBe('2ff46cd5-f4e7-4724-bb20-579dae7956ea');
  expect(said(conversations[0])).toEqual([
    'user: I prefer pnpm over npm in every project.',
    'assistant: Understood.',
  ]);
  expect(conversations[0]?.messages[0]?.at).toEqual(new Date('2026-03-01T22:38:47.557Z'));
  expect(Object.values(skips)).toEqual(['the line is not JSON']);
});

it('a transcript of Codex has each message once, with and without events', async () => {
  const { conversations } = await read('codex-transcripts', 'codex');
  expect(conversations.map(said)).toEqual([
    ['user: We decided to deploy on Mondays.', 'assistant: Noted.'],
    ['user: We decided to deploy on Mondays.', 'assistant: Noted.'],
  ]);
});

it('a folder of OKF becomes a memory for each concept', async () => {
  const { items, skips } = await read('okf', 'okf');
  expect(items).toMatchObject([
    {
      ref: 'tables/old-orders',
      expired: { at: new Date('2026-04-01T00:00:00Z'), by: 'okf: deprecated' },
    },
    {
      ref: 'tables/orders',
      title: 'Customer Orders',
      content: 'One row per completed order.\n\n# Schema\n\nThe amount is in US dollars.',
      type: 'context',
      tags: ['BigQuery Table', 'sales', 'orders'],
      updatedAt: new Date('2026-05-28T14:30:00Z'),
      expired: null,
    },
  ]);
  expect(Object.keys(skips)).toEqual(['notes.md']);
});

const EXPORTS: readonly (readonly [SourceName, string])[] = [
  ['mem0', 'mem0.json'],
  ['zep', 'zep-edges.json'],
  ['zep', 'zep-episodes.json'],
  ['zep', 'zep-messages.json'],
  ['letta', 'letta.af'],
  ['letta', 'letta-legacy.af'],
  ['letta', 'letta-passages.json'],
  ['supermemory', 'supermemory.json'],
  ['chatgpt', 'chatgpt.json'],
  ['claude', 'claude'],
  ['server-memory', 'server-memory.jsonl'],
  ['memory-list', 'memory-list.txt'],
  ['claude-code', 'claude-home'],
  ['claude-code-transcripts', 'claude-home'],
  ['codex-transcripts', 'codex'],
  ['okf', 'okf'],
  ['markdown', 'markdown'],
];

it.each(EXPORTS)('%s may read %s', async (source, file) => {
  await expect(refuseOtherKind(await open(source, file), source)).resolves.toBeUndefined();
});

it.each([
  ['zep-edges.json', 'chatgpt', 'Zep'],
  ['mem0.json', 'letta', 'mem0'],
  ['chatgpt.json', 'claude', 'ChatGPT'],
  ['claude/memories.json', 'mem0', 'Claude'],
  ['supermemory.json', 'zep', 'supermemory'],
  ['letta.af', 'supermemory', 'Letta'],
  ['server-memory.jsonl', 'mem0', 'MCP memory server'],
  ['mem0.json', 'server-memory', 'mem0'],
  ['markdown/team.md', 'mem0', 'Markdown'],
  ['markdown/team.md', 'memory-list', 'Markdown'],
  ['mem0.json', 'markdown', 'mem0'],
  ['memory-list.txt', 'chatgpt', 'list of memories'],
  ['okf/tables/orders.md', 'chatgpt', 'Markdown'],
  ['claude/conversations.json', 'codex-transcripts', 'Claude'],
] as const)('%s is refused as an export of %s, with what it looks like', async (file, source, looksLike) => {
  await expect(refuseOtherKind(await open(source, file), source)).rejects.toThrow(looksLike);
});

it('names in a text are no marks of a system', () => {
  const text = JSON.stringify([{ memory: 'He wrote {"mapping": {}} and "fact":', id: 'a' }]);
  expect(kindsOf(text)).toEqual(['mem0']);
  expect(kindsOf('{"a": 1}')).toEqual([]);
});

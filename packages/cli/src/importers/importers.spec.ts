import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Conversation, Entry, Item, Skipped } from './entry.ts';
import { openImport } from './import-source.ts';
import { IMPORTERS } from './importers.ts';
import type { SourceName } from './sources.ts';

const FIXTURES = path.join(__dirname, '../../test/fixtures');

interface Found {
  items: Item[];
  conversations: Conversation[];
  skips: Record<string, string>;
}

async function read(source: SourceName, file: string): Promise<Found> {
  const { folder, load } = IMPORTERS[source];
  const importer = await load();
  const entries: Entry[] = [];
  for await (const entry of importer(await openImport(path.resolve(FIXTURES, file), folder)))
    entries.push(entry);
  const skips = entries.filter((entry): entry is Skipped => entry.kind === 'skipped');
  return {
    items: entries.filter((entry): entry is Item => entry.kind === 'item'),
    conversations: entries.filter((entry): entry is Conversation => entry.kind === 'conversation'),
    skips: Object.fromEntries(skips.map(({ ref, reason }) => [ref, reason])),
  };
}

const said = ({ messages }: Conversation) => messages.map(({ role, content }) => `${role}: ${content}`);

describe('an export of mem0', () => {
  it('becomes memories with their times, types, categories and owners', async () => {
    const { items, skips } = await read('mem0', 'mem0.json');
    expect(items).toHaveLength(3);
    expect(items[0]).toMatchObject({
      ref: '3f1a7e0c-52c5-4f0e-9d43-0f4f2a7d9a01',
      content: 'Dev works at TechCorp as a senior engineer',
      type: 'fact',
      tags: ['professional_details', 'user:dev'],
      createdAt: new Date('2025-02-03T17:15:00.123Z'),
      expired: null,
    });
    expect(items[1]).toMatchObject({ type: 'preference', updatedAt: new Date('2025-04-01T12:30:00Z') });
    expect(items[2]).toMatchObject({
      expired: { at: new Date('2025-05-08T00:00:00Z'), by: 'mem0: expiration date' },
    });
    expect(skips).toEqual({
      '3f1a7e0c-52c5-4f0e-9d43-0f4f2a7d9a04': 'it is empty',
      'mem0.json[5]': 'it has no `memory` field: export with get_all',
      'mem0.json[6]': 'it has no `id`, so that a second import would store it again',
    });
  });
});

describe('an export of Zep', () => {
  it('has facts, which are expired when Zep says that they are no longer valid', async () => {
    const { items, skips } = await read('zep', 'zep-edges.json');
    expect(items.map(({ content, expired }) => [content, expired?.at.toISOString() ?? null])).toEqual([
      ['Emily lives in Lisbon.', null],
      ['Emily lives in Porto.', '2025-05-20T00:00:00.000Z'],
    ]);
    expect(items[0]).toMatchObject({ createdAt: new Date('2025-06-01T10:00:00Z'), tags: ['LIVES_IN'] });
    expect(Object.values(skips)).toEqual(['its fact is empty']);
  });

  it('has messages, which are read in the order of their times', async () => {
    const { conversations } = await read('zep', 'zep-messages.json');
    expect(conversations).toHaveLength(1);
    expect(conversations[0] && said(conversations[0])).toEqual([
      'Emily: I prefer invoices by e-mail, and I never want to be called by phone.',
      'assistant: Noted. Anything else?',
    ]);
  });

  it('has episodes, of which texts are memories and messages are conversations', async () => {
    const { items, conversations, skips } = await read('zep', 'zep-episodes.json');
    expect(items).toMatchObject([
      { content: 'Emily moved to Lisbon in May and works from home.', type: 'context' },
    ]);
    expect(conversations).toMatchObject([{ ref: 'session-7' }]);
    expect(conversations[0] && said(conversations[0])).toEqual(['Emily: I decided to keep the pro plan.']);
    expect(Object.values(skips)).toEqual(['it is a JSON episode: its facts are in the edges']);
  });
});

describe('an agent file of Letta', () => {
  it('has memory blocks and what was said', async () => {
    const { items, conversations, skips } = await read('letta', 'letta.af');
    expect(items).toMatchObject([
      {
        ref: 'travel-helper/human',
        content: "The user's name is Sarah. She is a product manager.",
        type: 'fact',
        createdAt: new Date('2025-07-02T00:00:00Z'),
      },
      { ref: 'travel-helper/persona', type: 'instruction', title: 'persona (travel-helper)' },
    ]);
    expect(conversations).toHaveLength(1);
    expect(conversations[0] && said(conversations[0])).toEqual([
      'user: I prefer aisle seats on every flight.',
      'assistant: Noted: an aisle seat.',
    ]);
    expect(skips).toEqual({
      'travel-helper/scratch': 'the memory block is empty',
      'message-0': 'messages of the system are no statements',
      'message-3': 'messages of the tool are no statements',
      'message-4': 'events of Letta are no statements',
      'tool-0': 'tools are no memories',
    });
  });

  it('is read in its first form, too', async () => {
    const { items, conversations } = await read('letta', 'letta-legacy.af');
    expect(items).toMatchObject([
      {
        ref: 'chad-bot/human',
        content: 'Chad has a dog named Bud.',
        updatedAt: new Date('2025-03-05T08:00:00Z'),
      },
    ]);
    expect(conversations[0] && said(conversations[0])).toEqual(['user: I decided to sell the car.']);
  });

  it('has no archival passages, whose list is read by itself', async () => {
    const { items, skips } = await read('letta', 'letta-passages.json');
    expect(items).toMatchObject([
      {
        content: "Sarah's passport expires in August 2027.",
        tags: ['travel'],
        createdAt: new Date('2025-07-01T08:05:00Z'),
      },
    ]);
    expect(Object.values(skips)).toEqual(['the passage is empty']);
  });
});

describe('an export of supermemory', () => {
  it('has documents, which are their summaries, and memories', async () => {
    const { items, skips } = await read('supermemory', 'supermemory.json');
    expect(items).toMatchObject([
      {
        ref: 'ml-basics-001',
        title: 'Introduction to Machine Learning',
        type: 'context',
        tags: ['user_123', 'ai-research', 'education'],
        createdAt: new Date('2025-01-15T10:30:00Z'),
        updatedAt: new Date('2025-01-15T10:35:00Z'),
      },
      { ref: 'mem_1', content: 'Prefers tea to coffee', type: 'preference' },
    ]);
    expect(skips).toEqual({
      bdyW6MINFtH3iNTOc5vnco: 'the document has neither content nor a summary (status failed)',
      mem_2: 'a later version replaced it',
      mem_3: 'it was forgotten',
    });
  });
});

describe('conversations.json of ChatGPT', () => {
  it('is read along the branch that the person sees', async () => {
    const { conversations, items, skips } = await read('chatgpt', 'chatgpt.json');
    expect(items).toEqual([]);
    expect(conversations).toHaveLength(1);
    expect(conversations[0]?.ref).toBe('677c7c38-0000-8000-8000-000000000001');
    expect(conversations[0] && said(conversations[0])).toEqual([
      'user: We decided to use PostgreSQL for the metrics service.',
      'assistant: A good choice. Partition by day.',
      'user: I prefer dark themes for every dashboard.',
      'assistant: Understood.',
    ]);
    expect(conversations[0]?.messages[0]?.at).toEqual(new Date(1736209412345));
    expect(skips).toEqual({
      ctx: 'custom instructions: store them with agent-memory remember',
      a1: 'calls of tools are no statements',
      t1: 'messages of tool are no statements',
      '677c7c38-0000-8000-8000-000000000002': 'the conversation has no text',
    });
  });
});

describe('the folder of a Claude export', () => {
  it('has conversations, memories and instructions of projects', async () => {
    const { conversations, items, skips } = await read('claude', 'claude');
    expect(conversations[0] && said(conversations[0])).toEqual([
      'user: I prefer tabs over spaces in Go files.',
      'assistant: Understood.',
    ]);
    expect(items.map(({ ref, title, type }) => [ref, title, type])).toEqual([
      ['memory#work-context', 'Work context', 'context'],
      ['memory#top-of-mind', 'Top of mind', 'context'],
      ['project-memory/abc-1', null, 'context'],
      ['abc-1', 'Instructions of project Metrics', 'instruction'],
    ]);
    expect(Object.values(skips)).toEqual([
      'attachments: use agent-memory upload',
      'attachments: use agent-memory upload',
      'project files: use agent-memory upload',
    ]);
  });
});

describe('a folder of Markdown', () => {
  it('becomes a memory for each section, with the front matter of its file', async () => {
    const { items, skips } = await read('markdown', 'markdown');
    expect(items.map(({ ref, title }) => [ref, title])).toEqual([
      ['broken.md', null],
      ['projects/deploy.md#staging', 'Deployment › Staging'],
      ['projects/deploy.md#production', 'Deployment › Production'],
      ['team.md', 'Team'],
      ['team.md#meetings', 'Team › Meetings'],
    ]);
    expect(items.at(-1)).toMatchObject({
      type: 'relationship',
      tags: ['people', 'work'],
      createdAt: new Date('2025-01-05T00:00:00Z'),
      updatedAt: new Date('2025-02-01T10:00:00Z'),
    });
    expect(items.at(-1)?.content).toContain('# not a heading');
    expect(skips).toEqual({
      'broken.md (front matter)': expect.stringContaining('it is not YAML'),
      'empty.md': 'it has no text',
    });
  });

  it('has the time of the file where no front matter says one', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cli-markdown-'));
    try {
      const file = path.join(folder, 'note.md');
      await writeFile(file, 'The lift is out of order.');
      await utimes(file, new Date('2024-05-01T12:00:00Z'), new Date('2024-05-01T12:00:00Z'));
      const { items } = await read('markdown', file);
      expect(items).toMatchObject([{ ref: 'note.md', createdAt: new Date('2024-05-01T12:00:00Z') }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a file that is no export', () => {
  it.each([
    ['a missing file', 'mem0', 'no-such-file.json', 'does not exist'],
    ['a folder without such files', 'chatgpt', 'markdown', 'has no conversations.json'],
    ['text', 'mem0', 'markdown/team.md', 'holds no JSON'],
  ] as const)('is refused: %s', async (_, source, file, reason) => {
    await expect(read(source, file)).rejects.toThrow(reason);
  });

  it('is refused at once as a pipe or a device, and read behind a link', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cli-pipe-'));
    try {
      const [pipe, zero, link] = ['pipe', 'zero', 'link'].map((name) => path.join(folder, name));
      execFileSync('mkfifo', [pipe ?? '']);
      await symlink('/dev/zero', zero ?? '');
      await symlink(path.join(FIXTURES, 'mem0.json'), link ?? '');
      await expect(read('mem0', pipe ?? '')).rejects.toThrow('it is a pipe, not a regular file');
      await expect(read('mem0', zero ?? '')).rejects.toThrow('it is a device, not a regular file');
      expect((await read('mem0', link ?? '')).items).toHaveLength(3);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is refused as an archive', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'cli-archive-'));
    try {
      const file = path.join(folder, 'export.zip');
      await writeFile(file, 'PK\u0003\u0004…');
      await expect(read('claude', file)).rejects.toThrow('unpack it');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

import { cp, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeEmbedded } from '../../../test/support/kind-of-run';
import { uniqueId } from '../../../test/support/sessions';
import { startTestApp, useTestApp } from '../../../test/support/test-app';
import { type Agent, AgentMemory, type MemoryRecord } from '../../client/src/agent-memory.ts';
import { useCommandRunner } from './run-command';

interface Imported {
  created: number;
  updated: number;
  existing: number;
  refused: number;
  conversations: number;
  skipped: { reason: string; count: number; refs: string[] }[];
}

const FIXTURES = join(__dirname, 'fixtures');

const app = useTestApp();
const cli = useCommandRunner(app);
let memory: AgentMemory;

beforeAll(() => {
  memory = new AgentMemory({ baseUrl: app.url, timeoutMs: 60_000 });
});

async function newAgent(): Promise<Agent> {
  const id = uniqueId();
  await memory.agents.create(id);
  return memory.agent(id);
}

const importInto = ({ id }: Agent, file: string, from: string) =>
  cli.json<Imported>(['import', join(FIXTURES, file), '--from', from, '--agent', id]);

async function all(agent: Agent): Promise<MemoryRecord[]> {
  const memories: MemoryRecord[] = [];
  for await (const each of agent.all({ status: 'all' })) memories.push(each);
  return memories;
}

describeEmbedded('an import of another system', () => {
  it.each([
    ['mem0', 'mem0.json', 3],
    ['zep', 'zep-edges.json', 2],
    ['zep', 'zep-messages.json', 1],
    ['zep', 'zep-episodes.json', 2],
    ['letta', 'letta.af', 3],
    ['letta', 'letta-legacy.af', 2],
    ['letta', 'letta-passages.json', 1],
    ['supermemory', 'supermemory.json', 2],
    ['chatgpt', 'chatgpt.json', 2],
    ['claude', 'claude', 5],
    ['markdown', 'markdown', 5],
    ['server-memory', 'server-memory.jsonl', 3],
    ['memory-list', 'memory-list.txt', 3],
    ['claude-code', 'claude-home', 2],
    ['okf', 'okf', 2],
  ])('of %s (%s) stores each memory once, however often it runs', async (from, file, atLeast) => {
    const agent = await newAgent();
    const first = await importInto(agent, file, from);
    expect(first.created).toBeGreaterThanOrEqual(atLeast);
    expect(first).toMatchObject({ updated: 0, existing: 0, refused: 0 });
    const before = await all(agent);
    expect(before).toHaveLength(first.created);

    const second = await importInto(agent, file, from);
    expect(second).toMatchObject({ created: 0, updated: 0, refused: 0, skipped: first.skipped });
    expect(await all(agent)).toEqual(before);
  });

  it.each([
    ['claude-code-transcripts', 'claude-home', 'pnpm'],
    ['codex-transcripts', 'codex', 'Mondays'],
  ])('of %s shows what it would store, and stores it only with --store', async (from, file, word) => {
    const agent = await newAgent();
    const shown = await importInto(agent, file, from);
    expect(shown).toMatchObject({
      created: expect.any(Number),
      would_store: expect.arrayContaining([
        { type: expect.any(String), content: expect.stringContaining(word) },
      ]),
    });
    expect(await all(agent)).toEqual([]);
    const args = ['import', join(FIXTURES, file), '--from', from, '--agent', agent.id, '--store'];
    expect((await cli.json<Imported>(args)).created).toBe(shown.created);
    expect((await all(agent)).map(({ content }) => content).join()).toContain(word);
  });

  it.each([
    ['zep-edges.json', 'chatgpt', 'an export of Zep (--from zep)'],
    ['markdown/team.md', 'mem0', 'Markdown or other text'],
    ['claude/memories.json', 'letta', 'an export of Claude (--from claude)'],
  ])('refuses %s as an export of %s, and stores nothing', async (file, from, looksLike) => {
    const agent = await newAgent();
    const { code, stderr } = await cli.run([
      'import',
      join(FIXTURES, file),
      '--from',
      from,
      '--agent',
      agent.id,
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain(looksLike);
    expect(await all(agent)).toEqual([]);
  });

  it('ends with 1 where nothing of the file could be read', async () => {
    const agent = await newAgent();
    const file = join(cli.folder, `${uniqueId()}.json`);
    await writeFile(file, '{"users": 3}');
    const { code, stderr } = await cli.run(['import', file, '--from', 'mem0', '--agent', agent.id]);
    expect(code).toBe(1);
    expect(stderr).toContain('nothing was stored');
  });

  it('keeps times, references and what is expired, and recall finds it', async () => {
    const agent = await newAgent();
    await importInto(agent, 'mem0.json', 'mem0');
    const { memories } = await agent.recall('who prefers morning meetings?', { limit: 1 });
    expect(memories[0]).toMatchObject({
      content: 'Arjun prefers morning meetings and async communication',
      type: 'preference',
      source: 'mem0',
      sourceRef: 'mem0:3f1a7e0c-52c5-4f0e-9d43-0f4f2a7d9a02',
      provenance: 'imported',
      createdAt: new Date('2025-03-10T08:00:00Z'),
      updatedAt: new Date('2025-04-01T12:30:00Z'),
    });
    const expired = (await all(agent)).filter(({ status }) => status === 'expired');
    expect(expired).toMatchObject([
      { content: 'Carl is on call this week', expiredAt: new Date('2025-05-08') },
    ]);
    const then = await agent.asOf('2025-05-02T00:00:00Z');
    expect(then.memories.map(({ content }) => content)).toContain('Carl is on call this week');
  });

  it('extracts from conversations, each statement with the time at which it was made', async () => {
    const agent = await newAgent();
    const { conversations, skipped } = await importInto(agent, 'chatgpt.json', 'chatgpt');
    expect(conversations).toBe(1);
    expect(skipped.map(({ reason }) => reason)).toContain('calls of tools are no statements');
    const memories = await all(agent);
    const about = (word: string) => memories.find(({ content }) => content.includes(word));
    expect(about('PostgreSQL')?.createdAt).toEqual(new Date(1736209412345));
    expect(about('dark')).toMatchObject({
      createdAt: new Date(1736216600000),
      thread: '677c7c38-0000-8000-8000-000000000001',
      sourceRef: expect.stringMatching(/^chatgpt:677c7c38-0000-8000-8000-000000000001\/u2#/),
    });
  });

  it('takes over what changed there later than here, and nothing else', async () => {
    const agent = await newAgent();
    const folder = join(cli.folder, uniqueId());
    await cp(join(FIXTURES, 'markdown'), folder, { recursive: true });
    const run = () => cli.json<Imported>(['import', folder, '--from', 'markdown', '--agent', agent.id]);
    await run();

    const file = join(folder, 'projects/deploy.md');
    await writeFile(file, (await readFile(file, 'utf8')).replace('Only on Tuesdays', 'Only on Mondays'));
    // The clock of the service stands still; a file that changes does so later.
    await utimes(file, new Date('2100-01-01'), new Date('2100-01-01'));
    expect(await run()).toMatchObject({ created: 0, updated: 1 });
    const [changed] = (await all(agent)).filter(({ content }) => content.startsWith('Only on Mondays'));
    const { entries } = await agent.memories.history(changed?.id ?? '');
    expect(entries.map(({ event }) => event)).toEqual(['edited', 'created']);

    await utimes(file, new Date('2000-01-01'), new Date('2000-01-01'));
    await agent.memories.update(changed?.id ?? '', { content: 'Any day.' });
    expect(await run()).toMatchObject({ created: 0, updated: 0 });
    expect((await agent.memories.get(changed?.id ?? '')).content).toBe('Any day.');
  });

  it('does not bring back what was deleted for good', async () => {
    const agent = await newAgent();
    await importInto(agent, 'zep-edges.json', 'zep');
    const [first] = await all(agent);
    await agent.memories.delete(first?.id ?? '');
    expect(await importInto(agent, 'zep-edges.json', 'zep')).toMatchObject({
      created: 0,
      refused: 1,
      existing: 1,
    });
  });

  it('says for people what was stored and skipped', async () => {
    const agent = await newAgent();
    const args = ['import', join(FIXTURES, 'mem0.json'), '--from', 'mem0', '--agent', agent.id];
    const { code, stdout, stderr } = await cli.run(args);
    expect(code).toBe(0);
    expect(stdout).toBe(`Imported 3 memories into ${agent.id}; 0 were here already; 3 skipped.\n`);
    expect(stderr).toContain('Skipped 1 (it is empty): 3f1a7e0c-52c5-4f0e-9d43-0f4f2a7d9a04\n');
  });

  it('imports thousands of memories of one file', async () => {
    const agent = await newAgent();
    const file = join(cli.folder, 'many.json');
    const results = Array.from({ length: 2_300 }, (_, at) => ({
      id: `m${at}`,
      memory: `Note number ${at} of the archive`,
      created_at: new Date(Date.UTC(2025, 0, 1, 0, at)).toISOString(),
    }));
    await writeFile(file, JSON.stringify({ results }));
    const run = () => cli.json<Imported>(['import', file, '--from', 'mem0', '--agent', agent.id]);
    expect(await run()).toMatchObject({ created: 2_300, skipped: [] });
    expect(await run()).toMatchObject({ created: 0, existing: 2_300 });
  });

  it('fails with 3 without the agent, and with 1 for a file that is no such export', async () => {
    const file = join(FIXTURES, 'mem0.json');
    expect(await cli.run(['import', file, '--from', 'mem0', '--agent', uniqueId()])).toMatchObject({
      code: 3,
    });
    const { id } = await newAgent();
    const wrong = await cli.run([
      'import',
      join(FIXTURES, 'markdown/team.md'),
      '--from',
      'mem0',
      '--agent',
      id,
    ]);
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('It looks like Markdown'),
    });
    const unnamed = await cli.run(['import', file, '--agent', id]);
    expect(unnamed).toMatchObject({ code: 2, stderr: expect.stringContaining('give --from mem0, zep') });
    const missing = await cli.run(['import', join(FIXTURES, 'none.json'), '--from', 'mem0', '--agent', id]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('does not exist') });
  });
});

describeEmbedded('an export and its import', () => {
  it('move an agent to another service, with its times and history', async () => {
    const agent = await newAgent();
    await importInto(agent, 'mem0.json', 'mem0');
    const { memoryId } = await agent.remember('The first version');
    await agent.memories.update(memoryId, { content: 'The second version' });
    const file = join(cli.folder, 'agent.ndjson');
    const written = await cli.json(['export', file, '--agent', agent.id]);
    const text = await readFile(file, 'utf8');
    expect(written).toMatchObject({ agent: agent.id, file, bytes: Buffer.byteLength(text) });
    expect(text.trimEnd().split('\n')).toHaveLength(Number(written.lines));

    const other = await startTestApp();
    try {
      const env = { AGENT_MEMORY_URL: other.url };
      expect(await cli.json(['import', file], { env })).toMatchObject({ agents: 1, created: 4, existing: 0 });
      expect(await cli.json(['import', file], { env })).toMatchObject({ agents: 1, created: 0, existing: 4 });
      const again = await cli.run(['export', '--agent', agent.id], { env });
      const withoutHeader = (lines: string) => lines.slice(lines.indexOf('\n'));
      expect(again.code).toBe(0);
      expect(memoriesIn(again.stdout)).toEqual(memoriesIn(text));
      expect(withoutHeader(again.stdout).length).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });

  it('leave no file behind when the agent does not exist or the folder cannot be written', async () => {
    const file = join(cli.folder, 'nothing.ndjson');
    expect(await cli.run(['export', file, '--agent', uniqueId()])).toMatchObject({ code: 3 });
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    const { id } = await newAgent();
    const away = await cli.run(['export', join(cli.folder, 'no/such/folder.ndjson'), '--agent', id]);
    expect(away).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be written') });
  });

  it('report a file that was cut off, and import what is in it', async () => {
    const agent = await newAgent();
    await agent.remember('Half of this file is missing.');
    const file = join(cli.folder, 'cut.ndjson');
    await cli.json(['export', file, '--agent', agent.id]);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    await writeFile(file, `${lines.slice(0, -1).join('\n')}\n`);
    const { code, stdout } = await cli.run(['import', file, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'ImportIncomplete', message: expect.stringContaining('send it again to continue') },
    });
  });
});

function memoriesIn(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('{"kind":"memory"'));
}

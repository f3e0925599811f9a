import { execFile, type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { useTestApp } from '../../../test/support/test-app';
import { AgentMemory } from '../src/agent-memory.ts';

const run = promisify(execFile);
const ROOT = resolve(__dirname, '../../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const MOST_KB = 72;
const ESBUILD = 'esbuild@0.28.2';

/** Remembers a round of notes for each line of its input, and says when they are stored. */
const PROGRAM = `
const [, , baseUrl, agentId, name] = process.argv;
const agent = new AgentMemory({ baseUrl, maxRetries: 0, timeoutMs: 60_000 }).agent(agentId, { create: true });
let round = 0;
process.stdin.on('data', async () => {
  const notes = [1, 2, 3, 4].map((i) => agent.remember(name + ' ' + round + ' ' + i));
  await Promise.all(notes);
  const { memories } = await agent.recall(name, { limit: 1 });
  round++;
  console.log(memories[0].createdAt instanceof Date ? 'done' : 'no date');
});
`;

const TYPES = `
import { AgentMemory, AgentMemoryError, type MemoryRecord, NotFoundError } from '@agent-memory/client';

export async function use(): Promise<Date | null> {
  const agent = new AgentMemory({ apiKey: 'amk_1' }).agent('a', { create: true, pattern: 'tool' });
  const { memoryId } = await agent.remember('x', { type: 'preference', tags: ['a'], signal: new AbortController().signal });
  const { memories } = await agent.recall('x', { minScore: 0.5, type: ['fact'], createdAfter: new Date() });
  const record: MemoryRecord = await agent.memories.get(memoryId, { timeoutMs: 5 });
  for await (const part of agent.answerStream('x')) if (part.type === 'sources') part.sources[0]?.memoryId.trim();
  for await (const { content } of agent.all({ status: 'active' })) content.trim();
  const failed: AgentMemoryError = new NotFoundError('x');
  const score: number | null | undefined = memories[0]?.score;
  // @ts-expect-error an unknown type of memory
  await agent.remember('x', { type: 'nonsense' });
  // @ts-expect-error names are camelCase
  record.created_at;
  // @ts-expect-error an unknown option
  new AgentMemory({ url: '' });
  return failed.status === score ? record.createdAt : record.expiredAt;
}
`;

const app = useTestApp();
let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-installed-'));
  const { stdout } = await run(process.execPath, [join(__dirname, '../scripts/pack.mjs'), folder]);
  tarball = stdout.trim();
  await writeFile(join(folder, 'package.json'), '{"private": true}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  await Promise.all([
    writeFile(
      join(folder, 'program.cjs'),
      `const { AgentMemory } = require('@agent-memory/client');${PROGRAM}`,
    ),
    writeFile(join(folder, 'program.mjs'), `import { AgentMemory } from '@agent-memory/client';${PROGRAM}`),
    writeFile(join(folder, 'types.mts'), TYPES),
    writeFile(join(folder, 'types.cts'), TYPES),
    readmeProgram().then((program) => writeFile(join(folder, 'readme.mts'), program)),
    readmeProgram().then((program) => writeFile(join(folder, 'readme.mjs'), program)),
  ]);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

interface Program {
  child: ChildProcess;
  lines: AsyncIterator<string>;
}

function start(file: string, agentId: string): Program {
  const child = spawn(process.execPath, [file, app.url, agentId, file], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

async function round({ child, lines }: Program): Promise<string> {
  child.stdin?.write('go\n');
  return ((await lines.next()) as { value: string }).value;
}

async function end({ child }: Program): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, 'close');
}

/** The examples of the README, as one program. */
async function readmeProgram(): Promise<string> {
  const text = await readFile(join(__dirname, '../README.md'), 'utf8');
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  return blocks.join('\n').replaceAll('http://127.0.0.1:8000', app.url);
}

describe('the package', () => {
  it(`has less than ${MOST_KB} KB`, async () => {
    expect((await stat(tarball)).size).toBeLessThan(MOST_KB * 1024);
  });

  it('as CommonJS and as an ES module: two processes go on through ten renewals without a failed call', async () => {
    const programs = ['program.cjs', 'program.mjs'].map((file) => start(file, 'two-processes'));
    for (let renewal = 0; renewal <= 10; renewal++) {
      expect(await Promise.all(programs.map(round))).toEqual(['done', 'done']);
      app.clock.advance({ hours: 5.75 });
    }
    await Promise.all(programs.map(end));
    const agent = await new AgentMemory({ baseUrl: app.url }).agents.get('two-processes');
    expect(agent).toMatchObject({ memoryCount: 11 * 8, sessionCount: 1 });
  });

  it('does what its README shows', async () => {
    const { stdout } = await run(process.execPath, ['readme.mjs'], { cwd: folder });
    expect(stdout).toContain('The user prefers dark themes');
    expect(stdout).toContain('"Ana lives in Faro"');
    expect(stdout).toContain('not found');
  });

  it('is bundled for browsers', async () => {
    const args = ['program.mjs', '--bundle', '--platform=browser', '--format=esm', '--outfile=bundle.mjs'];
    try {
      await run('npx', ['--yes', '--prefer-offline', ESBUILD, ...args], { cwd: folder });
    } catch (error) {
      if (!/E(AI_AGAIN|NOTFOUND|CONNREFUSED|TIMEDOUT)|ENOTCACHED/.test(String(error))) throw error;
      console.log('SKIPPED the bundle: npx cannot fetch esbuild');
      return;
    }
    const bundled = start('bundle.mjs', 'bundled');
    expect(await round(bundled)).toBe('done');
    await end(bundled);
  });

  it('has types for both module systems', async () => {
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022', '--module', 'nodenext'];
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
    await run(process.execPath, [TSC, ...options, ...types, 'types.mts', 'types.cts', 'readme.mts'], {
      cwd: folder,
    });
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chunk, UnreadableFile } from '../file-content';
import { readChunks } from './reader-process';

/** Does what the name of the file says. */
const SCRIPT = `
  const fs = require('node:fs');
  const say = (line) => fs.writeSync(3, JSON.stringify(line) + '\\n');
  const chunk = (text) => say({ chunk: { text, place: null, progress: 0.5 } });
  const kept = [];
  const tasks = {
    env: () => { chunk(JSON.stringify(process.env)); say({ end: true }); },
    many: () => { for (let n = 0; n < 20000; n++) chunk(n + ' ' + 'é'.repeat(500)); say({ end: true }); },
    unreadable: () => { chunk('a'); say({ unreadable: 'The file is encrypted' }); },
    silent: () => { chunk('a'); setInterval(() => {}, 1000); },
    busy: () => { for (;;); },
    crash: () => { chunk('a'); throw new Error('at that place'); },
    half: () => { chunk('a'); fs.writeSync(3, '{"chunk":{"te'); },
    heap: () => { for (;;) kept.push(Array.from({ length: 100000 }, (_, n) => ({ n }))); },
    buffers: () => { setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 5); },
    pid: () => { chunk(String(process.pid)); setInterval(() => {}, 1000); },
  };
  tasks[process.argv[3]]();
`;

let directory: string;
let script: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'read-chunks-'));
  script = join(directory, 'script.cjs');
  await writeFile(script, SCRIPT);
});

afterAll(() => rm(directory, { recursive: true }));

const POLICY = { credentials: 'redact', personal: 'off' } as const;
const LIMITS = { memoryMb: 150, silenceMs: 20_000 };
const never = new AbortController().signal;

function read(task: string, limits = LIMITS, signal = never): AsyncGenerator<Chunk> {
  return readChunks(
    { path: join(directory, 'file'), fileName: task, policy: POLICY },
    limits,
    signal,
    script,
  );
}

async function textsOf(chunks: AsyncIterable<Chunk>): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of chunks) texts.push(text);
  return texts;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the process that reads a file', () => {
  it('gives all in order, however much it is', async () => {
    const texts = await textsOf(read('many'));
    expect(texts.map((text) => Number.parseInt(text, 10))).toEqual(
      Array.from({ length: 20_000 }, (_, n) => n),
    );
    expect(texts.at(-1)).toMatch(/ é{500}$/);
  });

  it('knows nothing of the settings of the service', async () => {
    process.env.SERVICE_SECRET_KEY = 'a secret of the service';
    const texts = await textsOf(read('env'));
    delete process.env.SERVICE_SECRET_KEY;
    expect(texts[0]).not.toContain('SECRET');
    expect(texts[0]).not.toContain('PATH');
  });

  it('reports why a file cannot be read', async () => {
    await expect(textsOf(read('unreadable'))).rejects.toThrow(new UnreadableFile('The file is encrypted'));
  });

  it.each(['silent', 'busy'])('is ended when nothing comes of it (%s)', async (task) => {
    await expect(textsOf(read(task, { ...LIMITS, silenceMs: 500 }))).rejects.toMatchObject({
      kind: 'silent',
    });
  });

  it.each(['heap', 'buffers'])('may not take more memory than it is given (%s)', async (task) => {
    await expect(textsOf(read(task))).rejects.toMatchObject({
      kind: 'memory',
      message: 'The file needs more memory than 150 MB to read',
    });
  });

  it('that dies is not taken for one that has read to the end', async () => {
    await expect(textsOf(read('half'))).rejects.toMatchObject({ kind: 'crash' });
    await expect(textsOf(read('crash'))).rejects.toMatchObject({
      kind: 'crash',
      trace: expect.stringContaining('at that place') as string,
    });
  });

  it('ends when its caller wants no more', async () => {
    const chunks = read('pid');
    const { value } = (await chunks.next()) as { value: Chunk };
    await chunks.return(undefined);
    expect(isRunning(Number(value.text))).toBe(false);
  });

  it('ends when it is asked to end while it has much output', async () => {
    const stop = new AbortController();
    const chunks = read('many', LIMITS, stop.signal);
    await chunks.next();
    stop.abort(new Error('No longer wanted'));
    await expect(textsOf(chunks)).rejects.toThrow('No longer wanted');
  });

  it('ends when it is asked to end, for the given reason', async () => {
    const stop = new AbortController();
    const chunks = read('pid', LIMITS, stop.signal);
    const { value } = (await chunks.next()) as { value: Chunk };
    stop.abort(new Error('No longer wanted'));
    await expect(chunks.next()).rejects.toThrow('No longer wanted');
    expect(isRunning(Number(value.text))).toBe(false);
  });
});

describe('the reader of files', () => {
  it('reads a text, in a process that runs this very code', async () => {
    const path = join(directory, 'bytes');
    await writeFile(path, 'Likes tea.\n\nLikes coffee.\n');
    const chunks = readChunks(
      { path, fileName: 'notes.txt', policy: POLICY },
      { memoryMb: 512, silenceMs: 20_000 },
      never,
    );
    expect(await textsOf(chunks)).toEqual(['Likes tea.\n\nLikes coffee.']);
  });

  it('says of a file that is not what its name says that it cannot be read', async () => {
    const path = join(directory, 'bytes');
    await writeFile(path, 'Likes tea');
    const chunks = readChunks(
      { path, fileName: 'notes.pdf', policy: POLICY },
      { memoryMb: 512, silenceMs: 20_000 },
      never,
    );
    await expect(textsOf(chunks)).rejects.toThrow(UnreadableFile);
  });
});

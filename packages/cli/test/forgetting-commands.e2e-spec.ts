import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSession } from '../../../test/support/agents';
import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import { useCommandRunner } from './run-command';

interface Deleted {
  receipt: { receipt_id: string; state: string; counts: { memories: number } };
}

const app = useTestApp();
const cli = useCommandRunner(app);
let env: Record<string, string>;
let folder: string;

beforeEach(async () => {
  env = { AGENT_MEMORY_AGENT: uniqueId() };
  folder = await mkdtemp(join(tmpdir(), 'receipts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => cli.run(args, { env });

async function remember(text: string): Promise<string> {
  return (await cli.json<{ memory_id: string }>(['remember', text], { env })).memory_id;
}

async function receiptFile(): Promise<string> {
  const args = ['forget', '--about', 'Alice Smith', '--yes'];
  const { receipt } = await cli.json<Deleted>(args, { env });
  const file = join(folder, 'receipt.json');
  expect(await run('receipt', 'get', receipt.receipt_id, '--out', file)).toMatchObject({ code: 0 });
  return file;
}

describe('forget --about', () => {
  it('shows what would go, and deletes it and what --also names once that is wanted', async () => {
    const meant = await remember('Alice Smith sings');
    const unsure = await remember('Alice called on Monday');
    const other = await remember('Carol paints');
    const shown = await run('forget', '--about', 'Alice Smith', '--dry-run');
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.stdout).toContain('These go (1)');
    expect([meant, unsure, other].map((id) => shown.stdout.includes(id))).toEqual([true, true, false]);
    expect(await run('get', meant)).toMatchObject({ code: 0 });

    const args = ['forget', '--about', 'Alice Smith', '--also', unsure, '--yes'];
    const { receipt } = await cli.json<Deleted>(args, { env });
    expect(receipt).toMatchObject({ state: 'done', counts: { memories: 2 } });
    const codes = await Promise.all([meant, unsure, other].map(async (id) => (await run('get', id)).code));
    expect(codes.map((code) => code === 0)).toEqual([false, false, true]);
  });
});

describe('the list of what would go', () => {
  it('says how many memories it does not show', async () => {
    const agent = await newSession(app, env.AGENT_MEMORY_AGENT ?? '');
    for (const day of ['Monday', 'Tuesday']) {
      const memories = Array.from({ length: 52 }, (_, at) => ({ content: `Alice sang on ${day} ${at}` }));
      await agent.call('post', 'batch-remember').send({ memories }).expect(200);
    }
    const { stdout } = await run('forget', '--about', 'Alice Smith', '--dry-run');
    expect(stdout).toMatch(/These go \(0\):\nNot sure, [^\n]* \(104\):\n/);
    expect(stdout.match(/Alice sang/g)).toHaveLength(100);
    expect(stdout).toContain('\n  and 4 more\n');
  });

  it('has no line of spellings where nothing was found', async () => {
    await remember('Carol paints');
    const { stdout } = await run('forget', '--about', 'Alice Smith', '--dry-run');
    expect(stdout).not.toContain('Spellings');
  });
});

describe('audit verify', () => {
  it('does not say that an agent without records is unchanged', async () => {
    expect((await run('audit', 'verify')).stdout).toMatch(/0 records.*\nThere is no record: check the name/);
    await remember('Carol paints');
    expect((await run('audit', 'verify')).stdout).toContain('Nothing was changed.');
  });
});

describe('receipt', () => {
  it.each([
    ['deep lists', `{"signature":"00","digests":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['a signature that is an object', '{"signature":{"a":1}}'],
  ])('with %s is not genuine', async (_, text) => {
    const file = join(folder, 'receipt.json');
    await writeFile(file, text);
    const { code, stderr } = await run('receipt', 'verify', file, '--key', '0'.repeat(64));
    expect([code, stderr]).toEqual([1, expect.stringContaining('was changed, or another key signed it')]);
  });

  it('is kept in a file, found genuine with and without a service, and applied again', async () => {
    await remember('Alice Smith sings');
    const file = await receiptFile();
    expect((await run('receipt', 'verify', file)).stdout).toContain('is genuine');
    const keys = await fetch(`${app.url}/api/v2/audit/key`);
    const { keys: all } = (await keys.json()) as { keys: { public_key: string }[] };
    const key = all[0]?.public_key ?? '';
    expect(await run('receipt', 'verify', file, '--key', key)).toMatchObject({ code: 0 });
    expect((await run('receipt', 'apply', file)).stdout).toContain('done, 1 memories');
    // A file that is there is not written over.
    const { receipt_id: id } = JSON.parse(await readFile(file, 'utf8')) as { receipt_id: string };
    expect((await run('receipt', 'get', id, '--out', file)).code).not.toBe(0);
  });

  it('is refused once it was changed', async () => {
    await remember('Alice Smith sings');
    const file = await receiptFile();
    const receipt = JSON.parse(await readFile(file, 'utf8')) as Deleted['receipt'];
    await writeFile(file, JSON.stringify({ ...receipt, counts: { ...receipt.counts, memories: 0 } }));
    const verified = await run('receipt', 'verify', file);
    expect(verified.code).toBe(1);
    expect(verified.stderr).toContain('was changed');
    expect((await run('receipt', 'apply', file)).code).not.toBe(0);
  });
});

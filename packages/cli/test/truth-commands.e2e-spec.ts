import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import { useCommandRunner } from './run-command';

interface Listed {
  memories: { content: string; current: boolean }[];
  verdict?: string;
}

const app = useTestApp();
const cli = useCommandRunner(app);
let env: Record<string, string>;

beforeEach(() => {
  env = { AGENT_MEMORY_AGENT: uniqueId() };
});

const printed = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await cli.run(args, { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};
const remember = async (text: string, ...options: string[]): Promise<string> => {
  const stored = await cli.json<{ memory_id: string }>(['remember', text, ...options], { env });
  return stored.memory_id;
};

describe('a memory that another one replaces', () => {
  it('is left out by recall, said as former by answer, and marked where it is listed', async () => {
    const old = await remember('The team deploys on Fridays.');
    const since = ['--valid-from', '2026-02-01T00:00:00Z'];
    const id = await remember('The team deploys on Mondays.', '--supersedes', old, ...since);

    expect(await printed('recall', 'when does the team deploy?')).not.toContain('Fridays');
    const mark = `Not current: until 2026-02-01, replaced by ${id}\nThe team deploys on Fridays.`;
    expect(await printed('recall', 'when does the team deploy?', '--superseded')).toContain(mark);
    expect(await printed('recent')).toContain(mark);
    expect(await printed('get', old)).toContain(mark);
    expect(await printed('get', id)).toContain('Holds from 2026-02-01\nThe team deploys on Mondays.');
    expect(await printed('answer', 'When does the team deploy?')).toMatch(
      /- before: .*Fridays.*until 2026-02-01/,
    );
    const then = ['--valid-at', '2026-01-15T12:00:00Z'];
    expect(await printed('recall', 'when does the team deploy?', '--superseded')).toContain('Fridays');
    expect(await printed('as-of', 'today', ...then)).not.toContain('Mondays');
  });
});

describe('remember', () => {
  it('says what the new memory may replace, and how to settle it', async () => {
    const old = await remember('We deploy on Fridays.');
    const said = await printed('remember', 'We deploy on Mondays, no longer on Fridays.');
    expect(said).toMatch(new RegExp(`It may replace ${old}: We deploy on Fridays\\.`));
    const link = /agent-memory links apply (\S+)/.exec(said)?.[1] ?? '';
    await printed('links', 'apply', link);
    expect(await printed('recall', 'when do we deploy?', '--cut')).not.toContain(old);
  });

  it('says nothing of what the user named, nor of memories about something else', async () => {
    const old = await remember('We deploy on Fridays.');
    expect(await printed('remember', 'The cellar key hangs behind the door.')).toMatch(
      /^Remembered \S+ \(fact\)\.\n$/,
    );
    expect(await printed('remember', 'We deploy on Mondays.', '--supersedes', old)).toMatch(
      /^Remembered \S+ \(fact\)\.\n$/,
    );
  });
});

describe('edit', () => {
  it('changes when a memory holds, what it is about and what replaces it', async () => {
    const id = await remember('Ana lives in Lisbon.');
    const about = ['--key', 'ana.city', '--name', 'Anita', '--name', 'AB'];
    await printed('edit', id, ...about, '--valid-from', '2026-02-01T00:00:00Z');
    expect(await printed('get', id)).toMatch(
      /Holds from 2026-02-01\n.*Lisbon.*\nKey: ana.city\nNames: Anita, AB\n$/,
    );

    await printed('edit', id, '--past');
    expect(await printed('get', id)).toContain('it tells of the past');
    await printed('edit', id, '--no-past');
    expect(await printed('get', id)).not.toContain('Not current');

    const newer = await remember('Ana lives in Porto.');
    await printed('edit', id, '--superseded-by', newer);
    expect(await printed('get', id)).toContain(`replaced by ${newer}`);
  });
});

describe('--scope and --metadata', () => {
  it('are stored, shown, changed, and narrow what is found', async () => {
    const of = ['--scope', 'user:dana', '--metadata', 'project=atlas', '--metadata', 'ticket=42'];
    const id = await remember('The export is due on Friday.', ...of);
    await remember('The import is due on Monday.', '--scope', 'user:ben', '--metadata', 'ticket=7');
    const [, shown = ''] = /^Scope: user:dana\nMetadata: (.*)$/m.exec(await printed('get', id)) ?? [];
    expect(JSON.parse(shown)).toEqual({ project: 'atlas', ticket: 42 });
    for (const command of [
      ['recall', 'what is due?'],
      ['recent'],
      ['since', '2026-01-01'],
      ['answer', 'What is due?'],
    ]) {
      expect(await printed(...command, '--scope', 'user:d*')).not.toContain('Monday');
      expect(await printed(...command, '--metadata', 'ticket=42')).toContain('Friday');
      expect(await printed(...command, '--metadata', 'ticket=42')).not.toContain('Monday');
    }
    await printed('edit', id, '--metadata', 'label=a', '--metadata', 'label=b');
    expect(await printed('get', id)).toContain('Metadata: {"label":["a","b"]}');
    expect((await cli.run(['recent', '--metadata', 'ticket'], { env })).stderr).toContain('key=value');
  });
});

describe('recall --cut', () => {
  it('says what bears on the question in words', async () => {
    await remember('Anna Bell received the Stellar Award in 2018.');
    await remember('The office is in Bonn.');
    const nothing = ['recall', 'What is the favourite song of Cara Dunn?', '--cut'];
    expect(await printed(...nothing)).toMatch(/^Nothing in memory bears on this question\.\n/);
    expect(await cli.json<Listed>(nothing, { env })).toMatchObject({ verdict: 'nothing', memories: [] });
    const found = await printed('recall', 'Which award did Anna Bell receive in 2018?', '--cut');
    expect(found).toContain('Stellar Award');
    expect(found).not.toContain('Bonn');
  });
});

describe('traces', () => {
  it('are listed by memory and time, and shown one at a time', async () => {
    const text = 'The user likes the dark theme.';
    const { memory_id: id } = await cli.json<{ memory_id: string }>(['remember', text], { env });
    await cli.run(['recall', 'Which theme does the user like?'], { env });
    const listed = ['traces', '--memory', id, '--since', '2020-01-01'];
    const [trace] = (await cli.json<{ traces: { trace_id: string }[] }>(listed, { env })).traces;
    expect(await printed(...listed)).toContain('1 given');
    expect(await printed('traces', 'show', trace?.trace_id ?? '')).toMatch(/returned {2}words 0\.\d\d/);
    expect(await printed('traces', '--until', '2020-01-01')).toBe('No traces.\n');
    expect(await cli.run(['traces', '--since', 'soon'], { env })).toMatchObject({ code: 2 });
  });
});

describe('links', () => {
  it('are listed with both sides, rejected, applied again, and undone for a span', async () => {
    const old = await remember('The team deploys on Fridays.');
    const now = await remember('The team deploys on Mondays.', '--supersedes', old);
    const listed = ['links', '--memory', now];
    expect(await printed(...listed)).toMatch(
      /applied {2}.*\n.*newer.*\n.*Mondays.*\n {2}replaces .*\n.*older/,
    );
    const [link] = (await cli.json<{ links: { link_id: string }[] }>(listed, { env })).links;
    const id = link?.link_id ?? '';
    expect(await printed('links', 'reject', id)).toContain('rejected');
    expect(await printed('get', old)).not.toContain('Not current');
    expect(await printed('links', 'apply', id)).toContain('applied');
    expect(await printed('get', old)).toContain(`replaced by ${now}`);
    expect(await cli.run(['links', 'undo'], { env })).toMatchObject({ code: 2, stdout: '' });
    expect(await printed('links', 'undo', '--yes')).toBe('Rejected: 1.\n');
    expect(await printed('links', '--state', 'applied')).toBe('No links.\n');
    expect(await cli.run(['links', 'list', '--state', 'closed'], { env })).toMatchObject({ code: 2 });
  });
});

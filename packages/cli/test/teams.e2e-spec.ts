import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import { AgentMemory } from '../../client/src/agent-memory.ts';
import { useCommandRunner } from './run-command';

const app = useTestApp();
const cli = useCommandRunner(app);

it('agents reads shows and sets what an agent reads, and recall finds it', async () => {
  const memory = new AgentMemory({ baseUrl: app.url, timeoutMs: 60_000 });
  const [own, handbook] = [`own-${uniqueId()}`, `handbook-${uniqueId()}`];
  for (const id of [own, handbook]) await memory.agents.create(id);
  await memory.agent(handbook).remember('There are 30 vacation days a year.');
  const reads = (...args: string[]) => cli.json(['agents', 'reads', own, ...args]);
  expect(await reads('--set', ` ${handbook},`)).toEqual({ agent_id: own, agents: [handbook] });
  expect(await reads()).toMatchObject({ agents: [handbook] });
  const found = await cli.run(['recall', 'vacation days', '--agent', own]);
  expect(found.stdout).toMatch(new RegExp(`of ${handbook} [^]*30 vacation days`));
  expect(await reads('--set', '')).toMatchObject({ agents: [] });
  const { code, stderr } = await cli.run(['agents', 'reads', own, '--set', 'nobody']);
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining("'nobody' not found")]);
  expect(code).not.toBe(0);
});

it('agents update sets a quota, and takes it away with default', async () => {
  const name = `quota-${uniqueId()}`;
  await cli.json(['agents', 'create', name, '--max-bytes', '5000']);
  const update = (value: string) => cli.json(['agents', 'update', name, '--max-memories', value]);
  expect(await update('3')).toMatchObject({
    quotas: { max_memories: { own: 3 }, max_bytes: { own: 5_000 } },
  });
  expect(await update('default')).toMatchObject({
    quotas: { max_memories: { own: null }, max_bytes: { own: 5_000 } },
  });
});

it('the handbook for a company of docs/TEAMS.md works as it is written', async () => {
  const text = readFileSync(join(__dirname, '../../../docs/TEAMS.md'), 'utf8');
  const lines = (/```sh\n([^`]+)\n```/.exec(text)?.[1] ?? '').split('\n');
  expect(lines).toHaveLength(10);
  const answers: string[] = [];
  for (const line of lines) {
    const [program, ...args] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, word]) => quoted ?? word ?? '',
    );
    expect(program).toBe('agent-memory');
    const { code, stdout, stderr } = await cli.run(args);
    expect([line, code, stderr]).toEqual([line, 0, expect.any(String)]);
    answers.push(stdout);
  }
  expect(answers[6]).toMatch(/of handbook [^]*30 vacation days/);
  expect(answers[9]).toBe('alice reads handbook.\n');
});

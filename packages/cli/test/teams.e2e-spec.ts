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
  expect(found.stdout).toContain('30 vacation days');
  expect(await reads('--set', '')).toMatchObject({ agents: [] });
  const { code, stderr } = await cli.run(['agents', 'reads', own, '--set', 'nobody']);
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining("'nobody' not found")]);
  expect(code).not.toBe(0);
});

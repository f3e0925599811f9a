import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import { AgentMemory } from '../../client/src/agent-memory.ts';
import { useCommandRunner } from './run-command';

const app = useTestApp();
const cli = useCommandRunner(app);

it('events prints what has become of the memories', async () => {
  const env = { AGENT_MEMORY_AGENT: uniqueId() };
  const agent = new AgentMemory({ baseUrl: app.url }).agent(env.AGENT_MEMORY_AGENT, { create: true });
  const { memoryId } = await agent.remember('Likes tea');
  await agent.memories.delete(memoryId ?? '');
  const { stdout } = await cli.run(['events'], { env });
  const lines = stdout.trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(`memory.created  ${env.AGENT_MEMORY_AGENT}  ${memoryId}`);
  const json = (await cli.run(['events', '--json'], { env })).stdout.trim().split('\n');
  const events = json.map((line) => JSON.parse(line) as { id: string; kind: string });
  expect(events.map(({ kind }) => kind)).toEqual(['memory.created', 'memory.deleted']);
  const after = await cli.run(['events', '--since', events[0]!.id], { env });
  expect(after.stdout).toContain('memory.deleted');
  expect(after.stdout).not.toContain('memory.created');
});

it('webhooks are added, listed and removed', async () => {
  const env = { AGENT_MEMORY_AGENT: uniqueId() };
  const args = [
    'webhooks',
    'add',
    'https://hooks.invalid/',
    '--agents',
    'none',
    '--events',
    'memory.deleted',
  ];
  const added = await cli.run(args, { env });
  expect(added.stdout).toMatch(/^whsec_\S+\n$/);
  const { stdout } = await cli.run(['webhooks'], { env });
  expect(stdout).toContain('active  none  memory.deleted  https://hooks.invalid/');
  const [id = ''] = stdout.split('  ');
  await cli.run(['webhooks', 'remove', id, '--yes'], { env });
  expect((await cli.run(['webhooks', 'list'], { env })).stdout).toBe('No webhooks.\n');
});

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentMemory } from '@agent-memory/client';
import { uniqueId } from '../../../test/support/sessions';
import { useTestApp } from '../../../test/support/test-app';
import { frontMatter } from '../src/importers/front-matter.ts';
import { CommandRunner } from './run-command';

const app = useTestApp();
let cli: CommandRunner;

beforeEach(async () => {
  cli = await CommandRunner.create({ AGENT_MEMORY_URL: app.url });
});

afterEach(() => cli.remove());

const newAgent = () => new AgentMemory({ baseUrl: app.url }).agent(uniqueId(), { create: true });

describe('export --okf', () => {
  it('writes a concept for each memory, which import reads again', async () => {
    const agent = newAgent();
    const content = 'Ana lives in Lisbon: # really\n\n- near the river\n---\nsince May';
    const { memoryId } = await agent.remember(content, {
      title: 'Wo Ana wohnt: "Lisboa"',
      type: 'fact',
      tags: ['people', 'ä: b'],
      scope: 'user:1',
      sourceRef: 'crm/1',
      metadata: { ticket: 42, labels: ['x', 'y'] },
      validTo: '2027-01-01',
    });
    const { memoryId: over } = await agent.remember('../../Ana lives in Faro', { type: 'event' });
    await agent.memories.expire(over, 'moved');
    const folder = join(cli.folder, 'knowledge');
    const written = await cli.json(['export', '--okf', folder, '--agent', agent.id]);
    expect(written).toMatchObject({ agent: agent.id, folder, memories: 2 });
    expect((await readdir(folder)).sort()).toEqual(['event', 'fact', 'index.md']);
    expect(await readFile(join(folder, 'index.md'), 'utf8')).toBe(
      `---\nokf_version: "0.2"\n---\n\n# Memories of ${agent.id}\n\n* [event](event/) - 1 memories\n* [fact](fact/) - 1 memories\n`,
    );
    const [name = ''] = await readdir(join(folder, 'fact'));
    expect(name).toBe(`wo-ana-wohnt-lisboa-${memoryId}.md`);
    const { fields, body } = frontMatter(await readFile(join(folder, 'fact', name), 'utf8'));
    expect(body.trim()).toBe(content);
    expect(fields).toMatchObject({
      type: 'fact',
      title: 'Wo Ana wohnt: "Lisboa"',
      tags: ['people', 'ä: b'],
      generated: { by: `process:${agent.id}`, at: app.clock.now().toISOString() },
      stale_after: '2027-01-01T00:00:00.000Z',
      scope: 'user:1',
      source_ref: 'crm/1',
      metadata: { ticket: 42, labels: ['x', 'y'] },
    });
    expect(fields).not.toHaveProperty('status');
    const [old = ''] = await readdir(join(folder, 'event'));
    expect(await readFile(join(folder, 'event', old), 'utf8')).toContain('\nstatus: deprecated\n');

    const other = newAgent();
    await other.recent();
    await cli.json(['import', folder, '--from', 'okf', '--agent', other.id]);
    const { memories } = await other.memories.list({ status: 'all' });
    expect(memories.map(({ type, status, content: said }) => [type, status, said]).sort()).toEqual([
      ['event', 'expired', '../../Ana lives in Faro'],
      ['fact', 'active', content],
    ]);
  });

  it('writes into no folder that has something in it, and leaves none behind', async () => {
    const agent = newAgent();
    await agent.remember('Ana lives in Lisbon');
    const folder = join(cli.folder, 'mine');
    await mkdir(folder);
    const run = (to: string, of = agent.id) => cli.run(['export', '--okf', to, '--agent', of]);
    expect(await run(folder)).toMatchObject({ code: 0 });
    const refused = await run(folder);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty') });
    await writeFile(join(cli.folder, 'file'), '');
    expect(await run(join(cli.folder, 'file/below'))).toMatchObject({ code: 2 });
    const before = await readdir(cli.folder);
    expect(await run(join(cli.folder, 'none'), uniqueId())).toMatchObject({ code: 3 });
    expect(await readdir(cli.folder)).toEqual(before);
    expect(await cli.run(['export', 'a.ndjson', '--okf', 'b', '--agent', agent.id])).toMatchObject({
      code: 2,
    });
  });
});

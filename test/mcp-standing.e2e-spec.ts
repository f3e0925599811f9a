import { McpClients, textOf, ToolCaller } from './support/mcp-clients';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

const app = useTestApp({ env: { MCP_TOOLS: 'full' } });
const ERA = '2025-11-25';

describe('the tools', () => {
  it('put the newer value first, and mark what is in conflict and what was replaced', async () => {
    const clients = new McpClients(app, ERA);
    const client = await clients.connect(ERA, uniqueId());
    const tools = await ToolCaller.of(client);
    const asked = { query: 'Who is a nurse at the city hospital?', cut: 'none', superseded: true };
    const recall = async () => {
      const found = await client.callTool({ name: 'recall', arguments: asked });
      return textOf(found).split('\n').slice(1, -1);
    };
    const idOf = async (args: Record<string, unknown>) => {
      app.clock.advance({ minutes: 1 });
      return String((await tools.call('remember', args)).memory_id);
    };
    const old = await idOf({ content: 'Maria Lopez works as a nurse at the city hospital.' });
    const now = await idOf({ content: 'Maria Lopez now works as a teacher at the city school.' });
    const [first, second] = await recall();
    expect(first).toMatch(new RegExp(`^\\[${now}\\] \\(.*, in conflict with ${old}\\) Maria`));
    expect(second).toMatch(new RegExp(`^\\[${old}\\] \\(.*, in conflict with ${now}\\) Maria`));
    const last = await idOf({ content: 'Maria Lopez is a nurse at home.', supersedes: [old] });
    expect((await recall()).find((line) => line.startsWith(`[${old}]`))).toContain(`, replaced by ${last}`);
    await clients.close();
  });

  it('tell what holds no longer, and leave it out of the profile', async () => {
    const clients = new McpClients(app, ERA);
    const client = await clients.connect(ERA, uniqueId());
    const tools = await ToolCaller.of(client);
    const read = async (uri: string) => String((await client.readResource({ uri })).contents[0]?.text);
    const { memory_id: old } = await tools.call('remember', {
      content: 'The user wants tabs.',
      type: 'preference',
    });
    const { memory_id: now } = await tools.call('remember', {
      content: 'The user wants spaces.',
      type: 'preference',
      supersedes: [old],
    });
    expect(await tools.call('recent', {})).toMatchObject({
      memories: [{ id: now }, { id: old, current: false, superseded_by: now }],
    });
    expect(await tools.call('get', { memory_id: old })).toMatchObject({ current: false, superseded_by: now });
    expect(await read(`memory://memories/${String(old)}`)).toContain(`, replaced by ${String(now)})`);
    const profile = await read('memory://profile');
    expect(profile).toContain('- The user wants spaces.');
    expect(profile).not.toContain('tabs');
    await clients.close();
  });
});

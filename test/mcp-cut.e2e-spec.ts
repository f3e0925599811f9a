import { McpClients, textOf, ToolCaller } from './support/mcp-clients';
import { uniqueId } from './support/sessions';
import { useTestApp } from './support/test-app';

const app = useTestApp();
const ERA = '2025-11-25';

describe('the tool recall', () => {
  it('returns only what bears on the query, unless it is asked for the nearest', async () => {
    const clients = new McpClients(app, ERA);
    const client = await clients.connect(ERA, uniqueId());
    const tools = await ToolCaller.of(client);
    await tools.call('remember', { content: 'Maria runs the payments team.' });
    const recall = (query: string, args: object = {}) =>
      client.callTool({ name: 'recall', arguments: { query, ...args } });

    const found = await recall('Who runs payments?');
    expect(found.structuredContent).toMatchObject({ count: 1, verdict: 'found' });
    const weak = await recall('Who in the payments team sings in the choir?');
    expect(weak.structuredContent).toMatchObject({ count: 1, verdict: 'weak' });
    expect(textOf(weak)).toMatch(/^These memories may bear on the query\.\n\nStored notes/);
    const none = await recall('Does Ben Holt run the payments team?');
    expect(none.structuredContent).toEqual({ memories: [], count: 0, left_out: 0, verdict: 'nothing' });
    expect(textOf(none)).toMatch(/^No memory bears on the query\./);
    const nearest = await recall('Does Ben Holt run the payments team?', { cut: 'none' });
    expect(nearest.structuredContent).toMatchObject({ count: 1 });
    expect(nearest.structuredContent).not.toHaveProperty('verdict');
    await clients.close();
  });
});

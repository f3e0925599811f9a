import { CLIENTS, connectBlocks, KEY_PLACE } from './connect-blocks.ts';

const PLACE = { service: 'https://memory.example.com', agentId: 'support-bot', key: KEY_PLACE };

const textOf = (id: string, key: string | null) =>
  connectBlocks(id, { ...PLACE, key })
    .blocks.map(({ text }) => text)
    .join('\n');

describe.each(CLIENTS)('%s', (id) => {
  it('gets the agent at this service, and no place that nothing fills', () => {
    for (const key of [null, KEY_PLACE]) {
      expect(textOf(id, key)).toContain('https://memory.example.com');
      expect(textOf(id, key)).toContain('support-bot');
      expect(textOf(id, key)).not.toMatch(/\{(URL|SERVICE|AGENT|KEY)\}/);
    }
  });

  it('has the key where one is needed, and nowhere else', () => {
    expect(textOf(id, KEY_PLACE)).toContain(KEY_PLACE);
    expect(textOf(id, null)).not.toMatch(/key|Bearer/i);
  });
});

it('gives VS Code the table that it reads', () => {
  const { servers } = JSON.parse(textOf('vscode', null)) as { servers: Record<string, { url: string }> };
  expect(servers['agent-memory']?.url).toBe('https://memory.example.com/mcp/agents/support-bot');
});

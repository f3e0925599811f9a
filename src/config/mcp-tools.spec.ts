import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MCP_TOOL_NAMES, mcpToolsOf } from './mcp-tools';
import { readEnv } from './read-env';

describe('MCP_TOOLS', () => {
  it('names the core set, all tools, or some, in the fixed order', () => {
    expect(mcpToolsOf('core')).toHaveLength(8);
    expect(mcpToolsOf('full')).toEqual(MCP_TOOL_NAMES);
    expect(mcpToolsOf(' recall , remember,recall')).toEqual(['remember', 'recall']);
    expect(mcpToolsOf('history,core')).toEqual([...(mcpToolsOf('core') ?? []), 'history']);
  });

  it('says in its description how many tools there are', () => {
    const env = readFileSync(join(__dirname, 'env.ts'), 'utf8');
    expect(env).toContain(`core (${mcpToolsOf('core')?.length}), full (${MCP_TOOL_NAMES.length})`);
  });

  it.each(['everything', 'recall,', 'recall,delete_agent', 'constructor'])('does not name %j', (text) => {
    expect(mcpToolsOf(text)).toBeNull();
  });

  it('with an unknown tool keeps the service from starting, and says which there are', () => {
    expect(() => readEnv({ MCP_TOOLS: 'recall,delete_agent' })).toThrow(
      /MCP_TOOLS must be core, full, or names among remember, remember_many, .*, separated by commas/,
    );
    expect(readEnv({ MCP_TOOLS: 'recall' }).MCP_TOOLS).toBe('recall');
  });
});

import { reaches, type Access, type Grant } from '../access/grant';
import type { Env } from '../config/env';
import { mcpToolsOf } from '../config/mcp-tools';
import type { Tool, ToolDefinition } from './tool';

interface Caller {
  access: Access;
  grant: Pick<Grant, 'scopes'> | null;
}

/** The tools that `MCP_TOOLS` names. Their definitions are made once. */
export class ToolSet {
  private readonly byName: ReadonlyMap<string, Tool>;
  private readonly tools: readonly { tool: Tool; shown: ToolDefinition }[];

  /** `groups`: objects whose properties are tools. */
  constructor(env: Pick<Env, 'MCP_TOOLS'>, groups: readonly object[]) {
    const all = groups.flatMap((group) => Object.values(group).filter(isTool));
    const byName = new Map(all.map((tool) => [tool.name, tool]));
    const tools = (mcpToolsOf(env.MCP_TOOLS) ?? []).flatMap((name) => byName.get(name) ?? []);
    this.byName = new Map(tools.map((tool) => [tool.name, tool]));
    this.tools = tools.map((tool) => ({ tool, shown: definitionOf(tool) }));
  }

  /** The tools that a caller may use, in a fixed order. */
  list({ access, grant }: Caller): readonly ToolDefinition[] {
    const isLimited = (grant?.scopes ?? null) !== null;
    const may = (tool: Tool) => reaches({ access }, tool.access) && (tool.scoped || !isLimited);
    return this.tools.filter(({ tool }) => may(tool)).map(({ shown }) => shown);
  }

  find(name: string): Tool | null {
    return this.byName.get(name) ?? null;
  }
}

function isTool(value: unknown): value is Tool {
  return typeof value === 'object' && value !== null && 'inputSchema' in value && 'run' in value;
}

function definitionOf({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Tool): ToolDefinition {
  return { name, title, description, inputSchema, outputSchema, annotations };
}

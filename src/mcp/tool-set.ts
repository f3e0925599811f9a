import { reaches, type Access } from '../access/grant';
import type { Env } from '../config/env';
import { mcpToolsOf } from '../config/mcp-tools';
import type { Tool, ToolDefinition } from './tool';

/** The tools that `MCP_TOOLS` names. Their definitions are made once. */
export class ToolSet {
  private readonly byName: ReadonlyMap<string, Tool>;
  private readonly listed: Readonly<Record<Access, readonly ToolDefinition[]>>;

  /** `groups`: objects whose properties are tools. */
  constructor(env: Pick<Env, 'MCP_TOOLS'>, groups: readonly object[]) {
    const all = groups.flatMap((group) => Object.values(group).filter(isTool));
    const byName = new Map(all.map((tool) => [tool.name, tool]));
    const tools = (mcpToolsOf(env.MCP_TOOLS) ?? []).flatMap((name) => byName.get(name) ?? []);
    this.byName = new Map(tools.map((tool) => [tool.name, tool]));
    const listedFor = (access: Access) =>
      tools.filter((tool) => reaches({ access }, tool.access)).map(definitionOf);
    this.listed = {
      read: listedFor('read'),
      write: listedFor('write'),
      create: listedFor('create'),
      manage: listedFor('manage'),
    };
  }

  /** Those that a caller may use, in a fixed order. */
  list(access: Access): readonly ToolDefinition[] {
    return this.listed[access];
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

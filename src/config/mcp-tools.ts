/** The tools of `MCP_TOOLS=core`, in the order of `tools/list`. */
const CORE_TOOLS = [
  'remember',
  'remember_many',
  'recall',
  'recent',
  'answer',
  'update',
  'forget',
  'restore',
] as const;

/** All tools, in the order of `tools/list`. */
export const MCP_TOOL_NAMES = [
  ...CORE_TOOLS,
  'get',
  'history',
  'extract',
  'conflicts',
  'resolve_conflict',
  'daily_summary',
  'expiry_preview',
] as const;
export type McpToolName = (typeof MCP_TOOL_NAMES)[number];

/** What a part of `MCP_TOOLS` stands for. */
const PARTS = new Map<string, readonly McpToolName[]>([
  ['core', CORE_TOOLS],
  ['full', MCP_TOOL_NAMES],
  ...MCP_TOOL_NAMES.map((name) => [name, [name]] as const),
]);

/** The tools that a value of `MCP_TOOLS` names, in the fixed order; null if it names an unknown one. */
export function mcpToolsOf(setting: string): readonly McpToolName[] | null {
  const parts = setting.split(',').map((part) => PARTS.get(part.trim()));
  if (parts.includes(undefined)) return null;
  const wanted = new Set(parts.flat());
  return MCP_TOOL_NAMES.filter((name) => wanted.has(name));
}

import type { Access } from '../access/grant';
import type { McpToolName } from '../config/mcp-tools';
import type { ActiveSession } from '../sessions/session';

export type JsonSchema = Readonly<Record<string | symbol, unknown>>;

export interface ObjectSchema extends JsonSchema {
  type: 'object';
  properties: Readonly<Record<string, JsonSchema>>;
}

/** A tool as `tools/list` shows it. */
export interface ToolDefinition {
  name: McpToolName;
  /** For people. */
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: ToolAnnotations;
}

export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** One `tools/call`. */
export interface ToolCall {
  session: ActiveSession;
  /** Only declared names are among them; see `readableArguments`. */
  args: Readonly<Record<string, unknown>>;
  /** The session of an agent that this one reads, for a caller that may write there. */
  sessionIn: (space: string) => Promise<ActiveSession>;
  idempotencyKey: string | null;
  /** By the clock that gives memories their times. */
  now: () => Promise<Date>;
  /** Aborted when the client has gone, or when the time of the call is over. */
  signal: AbortSignal;
}

export interface ToolResult {
  /** For models. */
  text: string;
  /** Matches the output schema. */
  structured: Record<string, unknown>;
  /** For the activity log: the operation's name and how many memories it read or wrote. */
  operation: string;
  count: number;
}

export interface Tool extends ToolDefinition {
  /** The least access that it needs. A tool may need more for some arguments. */
  access: Access;
  /** It keeps to the scopes of a key. Keys that are limited to scopes have no other tools. */
  scoped?: true;
  /** Its writes and the key of a repeatable call are one unit of work; the services of other tools see to that. */
  isUnit?: true;
  run(call: ToolCall): Promise<ToolResult>;
}

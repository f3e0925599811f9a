import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import Ajv from 'ajv';
import request from 'supertest';
import { uniqueId } from './sessions';
import type { Reachable } from './test-app';

/** What the tests need of a client of either era of the protocol. */
export interface McpClient {
  listTools(): Promise<{ tools: ListedTool[] }>;
  callTool(request: ToolRequest): Promise<ToolAnswer>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(request: { uri: string }): Promise<{ contents: { text?: string }[] }>;
  listPrompts(): Promise<{ prompts: { name: string }[] }>;
  getPrompt(request: { name: string }): Promise<{ messages: { content: { text?: string } }[] }>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

export interface ListedTool {
  name: string;
  title?: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
}

export interface ToolRequest {
  name: string;
  arguments?: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

export interface ToolAnswer {
  content: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export interface ClientOptions {
  path?: string;
  headers?: Record<string, string>;
}

const INFO = { name: 'mcp-tests', version: '1.0.0' };

/** Connects a client of each era of the protocol. */
export const ERAS: Readonly<Record<string, (app: Reachable, options?: ClientOptions) => Promise<McpClient>>> =
  {
    '2025-11-25': async (app, options = {}) => {
      const client = new LegacyClient(INFO);
      await client.connect(new LegacyTransport(urlOf(app, options), requestsOf(options)));
      return client as unknown as McpClient;
    },
    '2026-07-28': async (app, options = {}) => {
      // Without falling back to the other era.
      const client = new ModernClient(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      await client.connect(new ModernTransport(urlOf(app, options), requestsOf(options)));
      return client as unknown as McpClient;
    },
  };

/** Clients of one application, which are closed together. */
export class McpClients {
  private readonly opened: McpClient[] = [];

  constructor(
    private readonly app: Reachable,
    private readonly eraOfTools = '2026-07-28',
  ) {}

  connect(era: string, agentId: string, headers?: Record<string, string>): Promise<McpClient> {
    return this.connectAt(era, { path: `/mcp/agents/${agentId}`, headers });
  }

  async connectAt(era: string, options: ClientOptions): Promise<McpClient> {
    const client = await ERAS[era]!(this.app, options);
    this.opened.push(client);
    return client;
  }

  /** The tools of an agent of its own, or of the given one. */
  async toolsOf(agentId = uniqueId()): Promise<ToolCaller> {
    return ToolCaller.of(await this.connect(this.eraOfTools, agentId));
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.splice(0).map((client) => client.close()));
  }
}

/** A message that needs no client. */
export const LIST_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Sends a message without a client. */
export const postMessage = (
  app: Reachable,
  body: string | object,
  headers: Record<string, string> = {},
  path = '/mcp',
) =>
  request(app.url)
    .post(path)
    .set({ 'Content-Type': 'application/json', ...headers })
    .send(body);

export const jsonRpcError = (code: number, message: RegExp) => ({
  jsonrpc: '2.0',
  error: { code, message: expect.stringMatching(message) },
  id: null,
});

function urlOf(app: Reachable, { path = '/mcp' }: ClientOptions): URL {
  return new URL(path, app.url);
}

function requestsOf({ headers }: ClientOptions) {
  return { requestInit: { headers } };
}

/** The text of a tool's answer. */
export function textOf({ content }: ToolAnswer): string {
  return content.map(({ text }) => text ?? '').join('\n');
}

/** Calls tools of a client, and checks each structured answer by its declared schema. */
export class ToolCaller {
  private readonly ajv = new Ajv({ strict: false });

  private constructor(
    private readonly client: McpClient,
    private readonly tools: readonly ListedTool[],
  ) {}

  static async of(client: McpClient): Promise<ToolCaller> {
    return new ToolCaller(client, (await client.listTools()).tools);
  }

  /** The structured content of an answer without an error. */
  async call(name: string, args: Record<string, unknown> = {}, meta?: Record<string, unknown>) {
    const answer = await this.answer(name, args, meta);
    if (answer.isError) throw new Error(`${name} failed: ${textOf(answer)}`);
    const schema = this.tools.find((tool) => tool.name === name)?.outputSchema ?? false;
    if (!this.ajv.validate(schema, answer.structuredContent)) {
      throw new Error(`${name} answered what its schema does not say: ${this.ajv.errorsText()}`);
    }
    return answer.structuredContent as Record<string, never>;
  }

  /** The sentence of an answer with an error. */
  async failure(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const answer = await this.answer(name, args);
    if (!answer.isError) throw new Error(`${name} did not fail: ${textOf(answer)}`);
    return textOf(answer);
  }

  answer(name: string, args: Record<string, unknown>, meta?: Record<string, unknown>): Promise<ToolAnswer> {
    return this.client.callTool({ name, arguments: args, ...(meta && { _meta: meta }) });
  }
}

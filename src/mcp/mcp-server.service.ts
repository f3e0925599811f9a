import type { IncomingMessage } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
  type CallToolResult,
  type ListToolsResult,
  type McpRequestContext,
} from '@modelcontextprotocol/server';
import { visibleText } from '../common/visible-text';
import { PACKAGE } from '../config/package';
import type { McpCaller } from './mcp-admission.service';
import { MemoryResources, RESOURCE_TEMPLATES, RESOURCES } from './memory-resources.service';
import { INSTRUCTIONS, PROMPTS } from './prompts';
import type { ToolDefinition } from './tool';
import { ToolRunner } from './tool-runner.service';
import { ToolSet } from './tool-set';

type Handlers = McpServer['server'];

const SERVER_INFO = { name: PACKAGE.name, title: 'Agent memory', version: PACKAGE.version };

/** The headers that the protocol reads, of its 2026-07-28 revision. */
const PROTOCOL_HEADER = /^mcp-/;

/**
 * Answers messages of the protocol, of both its eras. Each message gets a server object of its own, as the SDK wants it:
 * two messages of different callers share nothing. What is expensive, the tool definitions, is made once.
 */
@Injectable()
export class McpServers implements OnModuleDestroy {
  private modern: McpHttpHandler | null = null;

  constructor(
    private readonly tools: ToolSet,
    private readonly runner: ToolRunner,
    private readonly resources: MemoryResources,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await this.modern?.close();
  }

  /** The answer to a message, as JSON, never as a stream of events. */
  async answer(body: unknown, caller: McpCaller): Promise<Response> {
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: protocolHeaders(caller.request),
    });
    const options = { parsedBody: body, authInfo: authInfoOf(caller) };
    if (!(await isLegacyRequest(request, body))) return this.modernHandler().fetch(request, options);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = this.serverFor(caller);
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, options);
    } finally {
      await server.close();
    }
  }

  /**
   * Serves revision 2026-07-28. No subscription is served: nothing that is listed ever changes. The first message makes
   * it, because it loads the SDK (`lazy` in .swcrc), which a service without clients of MCP does not need.
   */
  private modernHandler(): McpHttpHandler {
    return (this.modern ??= createMcpHandler((context) => this.serverFor(callerOf(context)), {
      legacy: 'reject',
      maxSubscriptions: 0,
    }));
  }

  private serverFor(caller: McpCaller): McpServer {
    const server = new McpServer(SERVER_INFO, { instructions: INSTRUCTIONS });
    const handlers = server.server;
    handlers.registerCapabilities({ tools: {}, resources: {}, prompts: {} });
    handlers.setRequestHandler('tools/list', () => ({ tools: this.listed(caller) }));
    handlers.setRequestHandler('tools/call', ({ params }) => {
      const tool = this.tools.find(params.name);
      if (tool === null) return unknownTool(params.name, this.tools.list(caller));
      const idempotencyKey = params._meta?.['idempotency-key'];
      return this.runner.run(tool, { args: params.arguments, idempotencyKey }, caller);
    });
    this.offerResources(handlers, caller);
    offerPrompts(handlers);
    return server;
  }

  private offerResources(handlers: Handlers, caller: McpCaller): void {
    handlers.setRequestHandler('resources/list', () => ({ resources: RESOURCES }));
    handlers.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
    handlers.setRequestHandler('resources/read', ({ params }) => this.resources.read(params.uri, caller));
  }

  private listed(caller: McpCaller): ListToolsResult['tools'] {
    return [...this.tools.list(caller)] as ListToolsResult['tools'];
  }
}

function offerPrompts(handlers: Handlers): void {
  const prompts = PROMPTS.map(({ name, description }) => ({ name, description }));
  handlers.setRequestHandler('prompts/list', () => ({ prompts }));
  handlers.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = PROMPTS.find(({ name }) => name === params.name);
    if (prompt === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name.slice(0, 64)}`);
    }
    const { description, text } = prompt;
    return { description, messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
}

function protocolHeaders({ headers }: IncomingMessage): Headers {
  // The service answers JSON whatever a client accepts, and has checked that the body is JSON.
  const forwarded = new Headers({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  });
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && PROTOCOL_HEADER.test(name)) forwarded.set(name, value);
  }
  return forwarded;
}

/** A result rather than an error of the protocol: a model may have misread a name. */
function unknownTool(name: string, tools: readonly ToolDefinition[]): CallToolResult {
  const names = tools.map((each) => each.name).join(', ');
  const text = `There is no tool ${visibleText(JSON.stringify(name.slice(0, 64)))}: use one of ${names}.`;
  return { content: [{ type: 'text', text }], isError: true };
}

/** The SDK passes this on unread; it carries the caller to the server of the message. */
function authInfoOf(caller: McpCaller) {
  return { token: '', clientId: '', scopes: [], extra: { caller } };
}

function callerOf({ authInfo }: McpRequestContext): McpCaller {
  return authInfo?.extra?.caller as McpCaller;
}

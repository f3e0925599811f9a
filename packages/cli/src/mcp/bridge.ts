// MCP over stdio for editors that start programs: forwards each message to the service's endpoint.
// Nothing but messages of the protocol may go to stdout.
import { setTimeout as pause } from 'node:timers/promises';
import {
  CLIENT_INFO_META_KEY,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ReadBuffer,
  serializeMessage,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { explain, failureAnswer, NoAnswerInTime } from './bridge-failure.ts';
import { LocalService } from '../local-service.ts';
import { visibleText } from '@agent-memory/client/visible-text';

/** The service ends a call after 9 seconds; a model gets its answer within 10. */
const ANSWER_MS = 9_500;
/** Time for open requests after stdin has ended. */
const LAST_ANSWERS_MS = 10_000;

export interface BridgeOptions {
  /** Address of the service. */
  base: URL;
  /** Null: the service's default agent. */
  agent: string | null;
  key: string | null;
  /** Whether it may start the service. */
  start: boolean;
}

/** Forwards messages until stdin ends or a signal comes, then ends the process. */
export async function runBridge(options: BridgeOptions): Promise<void> {
  const bridge = new Bridge(options);
  await bridge.begin();
  const buffer = new ReadBuffer();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
  // The editor is gone.
  process.stdout.on('error', () => process.exit(0));
  try {
    for await (const chunk of process.stdin) {
      buffer.append(chunk as Buffer);
      for (const message of messagesIn(buffer)) bridge.take(message);
    }
  } catch (error) {
    tell(error);
  }
  await Promise.race([bridge.settled(), pause(LAST_ANSWERS_MS)]);
  process.exit(0);
}

function* messagesIn(buffer: ReadBuffer): Generator<JSONRPCMessage> {
  for (;;) {
    try {
      const message = buffer.readMessage();
      if (message === null) return;
      yield message;
    } catch (error) {
      tell(error);
    }
  }
}

class Bridge {
  /** The requests that are not answered yet, by id. */
  private readonly open = new Map<string | number, AbortController>();
  private readonly running = new Set<Promise<void>>();
  private clientName: string | null = null;
  private readonly options: BridgeOptions;
  private readonly endpoint: StreamableHTTPClientTransport;
  private readonly service: LocalService | null;

  constructor(options: BridgeOptions) {
    const { base, agent, key, start } = options;
    this.options = options;
    this.service = start ? LocalService.at(base) : null;
    this.endpoint = new StreamableHTTPClientTransport(endpointOf(base, agent), {
      requestInit: { headers: key === null ? {} : { Authorization: `Bearer ${key}` } },
      onInsufficientScope: 'throw',
    });
    this.endpoint.onmessage = (message) => this.answer(message);
  }

  async begin(): Promise<void> {
    await this.endpoint.start();
  }

  /** Returns at once: messages do not wait for each other. */
  take(message: JSONRPCMessage): void {
    if ('method' in message && message.method === 'notifications/cancelled') {
      this.cancel(message.params?.requestId);
      return;
    }
    const work = isJSONRPCRequest(message) ? this.request(message) : this.notify(message);
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  /** Resolves when every message taken so far is answered. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }

  /** A cancelled request gets no answer; the service gives up what the connection waited for. */
  private cancel(id: unknown): void {
    const key = id as string | number;
    this.open.get(key)?.abort();
    this.open.delete(key);
  }

  private async request(message: JSONRPCRequest): Promise<void> {
    const controller = new AbortController();
    this.open.set(message.id, controller);
    this.readClientName(message);
    try {
      await this.send(message, controller);
      if (this.isOpen(message, controller)) throw new Error('it answered nothing');
    } catch (error) {
      if (this.isOpen(message, controller)) this.answer(failureAnswer(message, explain(error, this.options)));
    }
  }

  private isOpen({ id }: JSONRPCRequest, controller: AbortController): boolean {
    return this.open.get(id) === controller;
  }

  private async notify(message: JSONRPCMessage): Promise<void> {
    try {
      await this.send(message, new AbortController());
    } catch (error) {
      tell(explain(error, this.options));
    }
  }

  private async send(message: JSONRPCMessage, controller: AbortController): Promise<void> {
    try {
      await this.post(message, controller);
    } catch (error) {
      if (this.service === null || !isRefused(error)) throw error;
      await this.service.start();
      controller.signal.throwIfAborted();
      await this.post(message, controller);
    }
  }

  private async post(message: JSONRPCMessage, controller: AbortController): Promise<void> {
    // Not AbortSignal.timeout: inside AbortSignal.any, which the transport uses, Node can lose it.
    const timer = setTimeout(() => controller.abort(new NoAnswerInTime()), ANSWER_MS);
    const headers = this.clientName === null ? undefined : { 'X-Client-Name': this.clientName };
    try {
      await this.endpoint.send(message, { requestSignal: controller.signal, headers });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The service's activity log names the editor, not the bridge. */
  private readClientName({ params }: JSONRPCRequest): void {
    const info = (params?.clientInfo ?? params?._meta?.[CLIENT_INFO_META_KEY]) as
      { name?: unknown } | undefined;
    if (typeof info?.name === 'string') this.clientName = info.name.replace(/[^\x20-\x7e]/g, '-');
  }

  private answer(message: JSONRPCMessage): void {
    const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    if (!isAnswer || message.id === undefined || !this.open.delete(message.id)) return;
    const version = 'result' in message ? message.result.protocolVersion : undefined;
    if (typeof version === 'string') this.endpoint.setProtocolVersion(version);
    process.stdout.write(serializeMessage(message));
  }
}

function endpointOf(base: URL, agent: string | null): URL {
  const url = new URL(base);
  const path = agent === null ? '/mcp' : `/mcp/agents/${encodeURIComponent(agent)}`;
  url.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
  return url;
}

/** Whether no program listens there, so that nothing was sent. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

/** Editors show stderr in their logs. */
function tell(message: unknown): void {
  process.stderr.write(
    `agent-memory: ${visibleText(message instanceof Error ? message.message : String(message))}\n`,
  );
}

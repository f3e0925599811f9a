// MCP over stdio for editors that start programs: forwards each message to the service's endpoint.
// Nothing but messages of the protocol may go to stdout.
import { setTimeout as pause } from 'node:timers/promises';
import {
  CLIENT_INFO_META_KEY,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  ReadBuffer,
  serializeMessage,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { explain, failureAnswer, NoAnswerInTime } from './failure.mjs';
import { LocalService } from './local-service.mjs';

/** The service ends a call after 9 seconds; a model gets its answer within 10. */
const ANSWER_MS = 9_500;
/** Time for open requests after stdin has ended. */
const LAST_ANSWERS_MS = 10_000;

/** @typedef {import('@modelcontextprotocol/client').JSONRPCMessage} Message */
/** @typedef {import('@modelcontextprotocol/client').JSONRPCRequest} Request */

/**
 * @typedef {object} BridgeOptions
 * @property {URL} base Address of the service.
 * @property {string | null} agent Null: the service's default agent.
 * @property {string | null} key
 * @property {boolean} start Whether it may start the service.
 */

/** Forwards messages until stdin ends or a signal comes, then ends the process. */
export async function runBridge(/** @type {BridgeOptions} */ options) {
  const bridge = new Bridge(options);
  await bridge.open();
  const buffer = new ReadBuffer();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
  // The editor is gone.
  process.stdout.on('error', () => process.exit(0));
  try {
    for await (const chunk of process.stdin) {
      buffer.append(chunk);
      for (const message of messagesIn(buffer)) bridge.take(message);
    }
  } catch (error) {
    tell(error);
  }
  await Promise.race([bridge.settled(), pause(LAST_ANSWERS_MS)]);
  process.exit(0);
}

/** @returns {Generator<Message>} */
function* messagesIn(/** @type {ReadBuffer} */ buffer) {
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
  /**
   * The requests that are not answered yet, by id.
   *
   * @type {Map<string | number, AbortController>}
   */
  #open = new Map();
  /** @type {Set<Promise<void>>} */
  #running = new Set();
  /** @type {string | null} */
  #clientName = null;
  #options;
  #endpoint;
  #service;

  constructor(/** @type {BridgeOptions} */ options) {
    const { base, agent, key, start } = options;
    this.#options = options;
    this.#service = start ? LocalService.at(base) : null;
    this.#endpoint = new StreamableHTTPClientTransport(endpointOf(base, agent), {
      requestInit: { headers: key === null ? {} : { Authorization: `Bearer ${key}` } },
      onInsufficientScope: 'throw',
    });
    this.#endpoint.onmessage = (message) => this.#answer(message);
  }

  async open() {
    await this.#endpoint.start();
  }

  /** Returns at once: messages do not wait for each other. */
  take(/** @type {Message} */ message) {
    if ('method' in message && message.method === 'notifications/cancelled') {
      this.#cancel(message.params?.requestId);
      return;
    }
    const work = isJSONRPCRequest(message) ? this.#request(message) : this.#notify(message);
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  /** Resolves when every message taken so far is answered. */
  async settled() {
    await Promise.all(this.#running);
  }

  /** A cancelled request gets no answer; the service gives up what the connection waited for. */
  #cancel(/** @type {unknown} */ id) {
    const key = /** @type {string | number} */ (id);
    this.#open.get(key)?.abort();
    this.#open.delete(key);
  }

  async #request(/** @type {Request} */ message) {
    const controller = new AbortController();
    this.#open.set(message.id, controller);
    this.#readClientName(message);
    try {
      await this.#send(message, controller);
      if (this.#isOpen(message, controller)) throw new Error('it answered nothing');
    } catch (error) {
      if (this.#isOpen(message, controller))
        this.#answer(failureAnswer(message, explain(error, this.#options)));
    }
  }

  #isOpen(/** @type {Request} */ { id }, /** @type {AbortController} */ controller) {
    return this.#open.get(id) === controller;
  }

  async #notify(/** @type {Message} */ message) {
    try {
      await this.#send(message, new AbortController());
    } catch (error) {
      tell(explain(error, this.#options));
    }
  }

  async #send(/** @type {Message} */ message, /** @type {AbortController} */ controller) {
    try {
      await this.#post(message, controller);
    } catch (error) {
      if (this.#service === null || !isRefused(error)) throw error;
      await this.#service.start();
      controller.signal.throwIfAborted();
      await this.#post(message, controller);
    }
  }

  async #post(/** @type {Message} */ message, /** @type {AbortController} */ controller) {
    // Not AbortSignal.timeout: inside AbortSignal.any, which the transport uses, Node can lose it.
    const timer = setTimeout(() => controller.abort(new NoAnswerInTime()), ANSWER_MS);
    const headers = this.#clientName === null ? undefined : { 'X-Client-Name': this.#clientName };
    try {
      await this.#endpoint.send(message, { requestSignal: controller.signal, headers });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The service's activity log names the editor, not the bridge. */
  #readClientName(/** @type {Request} */ { params }) {
    const info = /** @type {{ name?: unknown } | undefined} */ (
      params?.clientInfo ?? params?._meta?.[CLIENT_INFO_META_KEY]
    );
    if (typeof info?.name === 'string') this.#clientName = info.name.replace(/[^\x20-\x7e]/g, '-');
  }

  #answer(/** @type {Message} */ message) {
    const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    if (!isAnswer || message.id === undefined || !this.#open.delete(message.id)) return;
    const version = 'result' in message ? message.result.protocolVersion : undefined;
    if (typeof version === 'string') this.#endpoint.setProtocolVersion(version);
    process.stdout.write(serializeMessage(message));
  }
}

function endpointOf(/** @type {URL} */ base, /** @type {string | null} */ agent) {
  const url = new URL(base);
  const path = agent === null ? '/mcp' : `/mcp/agents/${encodeURIComponent(agent)}`;
  url.pathname = `${base.pathname.replace(/\/$/, '')}${path}`;
  return url;
}

/** Whether no program listens there, so that nothing was sent. */
function isRefused(/** @type {unknown} */ error) {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

/** Editors show stderr in their logs. */
function tell(/** @type {unknown} */ message) {
  process.stderr.write(`agent-memory: ${message instanceof Error ? message.message : String(message)}\n`);
}

import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type OpenAI from 'openai';
import { errorName } from '../common/error-name';
import { beginSpan, traced, type SpanStart } from '../common/tracing';
import { FIRST_DIALECT, humbler, type ChatDialect } from './chat-dialect';
import { complaintOf, retryAfterOf, statusOf } from './chat-failure';
import type { Deadline } from './deadline';
import { modelCall, tellTokens, throughout } from './model-span';
import { counted } from './model-usage';
import { openAiClient } from './openai-client';
import { retryWait } from './retry-wait';

export interface ChatSchema {
  name: string;
  schema: Record<string, unknown>;
}

export interface Chat {
  system: string;
  prompt: string;
  model: string;
  temperature: number;
  /** The answer is to be JSON of this schema; null: text. */
  schema: ChatSchema | null;
}

export interface OpenAiChatOptions {
  /** Up to and with `/v1`. */
  baseUrl: string;
  /** null where the server asks for none. */
  apiKey: string | null;
  /** The configured one; a call may name another. */
  model: string;
  /** Of a call as a whole, the waiting for its turn, a second try and the reading of the answer included. */
  timeoutMs: number;
  /** What a model may write in one call. */
  maxTokens: number;
}

/** A streamed token comes in an object of some hundred bytes. */
const BYTES_A_TOKEN = 1_024;
const LEAST_BYTES = 1024 * 1024;
/** A server that was updated may understand more than before. */
const DIALECT_MS = 60 * 60 * 1_000;

/** How traces name a model that is not the configured one. */
const OTHER_MODEL = 'other';

type Request = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'stream'>;

/**
 * Asks an OpenAI-compatible server (`/v1/chat/completions`): OpenAI, Ollama, vLLM, llama.cpp. What a server does not
 * take is left out, and not tried again for a while. Throws the errors of the client.
 */
export class OpenAiChat {
  private readonly client: OpenAI;
  /** By model and schema: a server may take some schemas and refuse others. */
  private readonly dialects = new LRUCache<string, ChatDialect>({ max: 100, ttl: DIALECT_MS });

  constructor(private readonly options: OpenAiChatOptions) {
    const maxAnswerBytes = Math.max(LEAST_BYTES, options.maxTokens * BYTES_A_TOKEN);
    this.client = openAiClient({ ...options, maxAnswerBytes });
  }

  /** The answer as it came. */
  whole(chat: Chat, deadline: Deadline): Promise<unknown> {
    return traced(
      () => this.toldCall(chat),
      async (span) => {
        const answer = await counted(
          this.adapting(chat, deadline, (request, options) =>
            this.client.chat.completions.create({ ...request, stream: false }, options),
          ),
        );
        tellTokens(span, answer);
        return answer;
      },
    );
  }

  /** The pieces of the answer as they come. Ends without an error, and early, when the deadline is over. */
  async streamed(chat: Chat, deadline: Deadline): Promise<AsyncIterable<unknown>> {
    const span = beginSpan(() => this.toldCall(chat));
    try {
      const pieces = await counted(
        this.adapting(chat, deadline, (request, options) =>
          this.client.chat.completions.create({ ...request, stream: true }, options),
        ),
      );
      return span === null ? pieces : throughout(span, pieces);
    } catch (error) {
      span?.fail(errorName(error));
      span?.end();
      throw error;
    }
  }

  /** A name of the caller's choice may be anything. */
  private toldCall({ model }: Chat): SpanStart {
    return modelCall('chat', model === this.options.model ? model : OTHER_MODEL);
  }

  private async adapting<T>(
    chat: Chat,
    deadline: Deadline,
    send: (request: Request, options: { signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([chat.model, chat.schema?.name ?? null]);
    let dialect = this.dialects.get(key) ?? FIRST_DIALECT;
    for (;;) {
      try {
        const request = requestOf(chat, dialect, this.options.maxTokens);
        const answer = await again(deadline, () => send(request, { signal: deadline.signal }));
        if (dialect !== this.dialects.get(key)) this.dialects.set(key, dialect);
        return answer;
      } catch (error) {
        const next = dialectAfter(error, dialect, chat.schema !== null);
        if (next === null) throw error;
        dialect = next;
      }
    }
  }
}

function dialectAfter(error: unknown, dialect: ChatDialect, wantsJson: boolean): ChatDialect | null {
  const status = statusOf(error);
  return status === null ? null : humbler(dialect, wantsJson, { status, complaint: complaintOf(error) });
}

/** A second try, once, where the server is overloaded or failed, if there is time. */
async function again<T>(deadline: Deadline, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const status = statusOf(error);
    const wait = status === null ? null : retryWait(status, retryAfterOf(error), new Date());
    if (wait === null || wait >= deadline.left) throw error;
    await delay(wait, undefined, { signal: deadline.signal });
    return send();
  }
}

function requestOf(chat: Chat, dialect: ChatDialect, maxTokens: number): Request {
  const { schema } = chat;
  return {
    model: chat.model,
    messages: [
      { role: 'system', content: schema === null ? chat.system : `${chat.system}\n\n${inWords(schema)}` },
      { role: 'user', content: chat.prompt },
    ],
    [dialect.limit]: maxTokens,
    ...(dialect.temperature && { temperature: chat.temperature }),
    ...(schema !== null && responseFormat(schema, dialect)),
  };
}

/** Servers hold the model to the schema, and do not tell it. */
function inWords({ schema }: ChatSchema): string {
  return `Answer with one JSON object and nothing else. It must be valid against this JSON Schema:\n${JSON.stringify(schema)}`;
}

function responseFormat(
  { name, schema }: ChatSchema,
  { format }: ChatDialect,
): Pick<Request, 'response_format'> {
  switch (format) {
    case 'json_schema': {
      const strict = schema.additionalProperties === false;
      return { response_format: { type: 'json_schema', json_schema: { name, schema, strict } } };
    }
    case 'json_object':
      return { response_format: { type: 'json_object' } };
    case 'text':
      return {};
    default:
      return format satisfies never;
  }
}

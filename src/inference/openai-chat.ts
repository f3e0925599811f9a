import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Deadline } from '../common/deadline';
import { errorName } from '../common/error-name';
import { retryAfterMs } from '../common/retry-after';
import { beginSpan, traced, type SpanStart } from '../common/tracing';
import { counted, modelCall, recordTokens, spanOf } from './model-calls';
import { OpenAiClient, complaintOf, retryAfterOf, statusOf, type OpenAiServer } from './openai-client';
import { askedSchema, PromptTooLong } from './text-generator';

export interface ChatSchema {
  name: string;
  schema: Record<string, unknown>;
}

interface Chat {
  system: string;
  prompt: string;
  model: string;
  temperature: number;
  /** The answer must be JSON of this schema; null: text. */
  schema: ChatSchema | null;
}

export interface OpenAiChatOptions extends OpenAiServer {
  /** The configured model; a call may name another. */
  model: string;
  /** Of a whole call, including the wait for a slot, the retry and the reading of the answer. */
  timeoutMs: number;
  /** Limit of a model's output in one call. */
  maxTokens: number;
}

/** A streamed token arrives in an object of some hundred bytes. */
const BYTES_A_TOKEN = 1_024;
const LEAST_BYTES = 1024 * 1024;
/** An updated server may accept more than before. */
const DIALECT_MS = 60 * 60 * 1_000;

const DEFAULT_WAIT_MS = 500;
/** Longer waits cost the caller more than a failure. */
const MAX_WAIT_MS = 20_000;

/** The name in traces of a model that is not the configured one. */
const OTHER_MODEL = 'other';

const COMPLETIONS = '/chat/completions';

/**
 * Asks an OpenAI-compatible server (`/v1/chat/completions`): OpenAI, Ollama, vLLM, llama.cpp. It leaves out what the
 * server refuses, and remembers that for an hour. Throws the errors of the client, and `PromptTooLong`, which no other
 * form of the request would change.
 */
export class OpenAiChat {
  private readonly client: OpenAiClient;
  /** By model and schema: a server may accept some schemas and refuse others. */
  private readonly dialects = new LRUCache<string, ChatDialect>({ max: 100, ttl: DIALECT_MS });

  constructor(private readonly options: OpenAiChatOptions) {
    const maxAnswerBytes = Math.max(LEAST_BYTES, options.maxTokens * BYTES_A_TOKEN);
    this.client = new OpenAiClient({ ...options, maxAnswerBytes });
  }

  /** The answer, unchecked. */
  whole(chat: Chat, deadline: Deadline): Promise<unknown> {
    return traced(this.spanStart(chat), async (span) => {
      const answer = await counted(
        this.adapting(chat, deadline, (request) => this.client.ask(COMPLETIONS, request, deadline.signal)),
      );
      recordTokens(span, answer);
      return answer;
    });
  }

  /** The pieces of the answer as they arrive. Ends early, without an error, when the deadline has passed. */
  async streamed(chat: Chat, deadline: Deadline): Promise<AsyncIterable<unknown>> {
    const span = beginSpan(() => this.spanStart(chat));
    try {
      const pieces = await counted(
        this.adapting(chat, deadline, (request) => this.client.stream(COMPLETIONS, request, deadline.signal)),
      );
      return span === null ? pieces : spanOf(span, pieces);
    } catch (error) {
      span?.fail(errorName(error));
      span?.end();
      throw error;
    }
  }

  /** Traces do not contain model names that callers choose: they can be any text. */
  private spanStart({ model }: Chat): SpanStart {
    return modelCall('chat', model === this.options.model ? model : OTHER_MODEL);
  }

  private async adapting<T>(
    chat: Chat,
    deadline: Deadline,
    send: (request: object) => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify([chat.model, chat.schema?.name ?? null]);
    let dialect = this.dialects.get(key) ?? FIRST_DIALECT;
    for (;;) {
      try {
        const request = requestOf(chat, dialect, this.options.maxTokens);
        const answer = await retried(deadline, () => send(request));
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
  return status === null
    ? null
    : downgradeDialect(dialect, wantsJson, { status, complaint: complaintOf(error) });
}

/** Retries once after 429 or 5xx, if there is time. */
async function retried<T>(deadline: Deadline, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (isOverflow(complaintOf(error))) throw new PromptTooLong();
    const status = statusOf(error);
    const wait = status === null ? null : retryWait(status, retryAfterOf(error), new Date());
    if (wait === null || wait >= deadline.left) throw error;
    await delay(wait, undefined, { signal: deadline.signal });
    return send();
  }
}

/** As OpenAI, vLLM, llama.cpp, Ollama and others say it. */
const OVERFLOW =
  /context[ _](?:length|size|window)|context is too long|(?:prompt|input|request) is too (?:long|large)|reduce the length of the (?:messages|prompt|input)/i;

/** Whether a server complains that the prompt is longer than the model's context. */
export function isOverflow(complaint: string): boolean {
  return OVERFLOW.test(complaint);
}

/** Milliseconds to wait before a retry, by status and `Retry-After`; null if a retry does not help or not soon. */
export function retryWait(status: number, retryAfter: string | null, now: Date): number | null {
  if (status !== 429 && status < 500) return null;
  const wait = retryAfterMs(retryAfter, now) ?? DEFAULT_WAIT_MS;
  return wait <= MAX_WAIT_MS ? wait : null;
}

function requestOf(chat: Chat, dialect: ChatDialect, maxTokens: number): object {
  const { schema } = chat;
  // Servers restrict the output to the schema but do not show it to the model.
  const system = schema === null ? chat.system : `${chat.system}\n\n${askedSchema(schema.schema)}`;
  return {
    model: chat.model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: chat.prompt },
    ],
    [dialect.limit]: maxTokens,
    ...(dialect.temperature && { temperature: chat.temperature }),
    ...(schema !== null && responseFormat(schema, dialect)),
  };
}

function responseFormat({ name, schema }: ChatSchema, { format }: ChatDialect): object {
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

type AnswerFormat = 'json_schema' | 'json_object' | 'text';

/** The request format that a server and its model accept: OpenAI-compatible servers differ. */
export interface ChatDialect {
  /** How the request asks for JSON. */
  format: AnswerFormat;
  /** The field that limits the output. Newer models of OpenAI accept only the second, other servers the first. */
  limit: 'max_tokens' | 'max_completion_tokens';
  /** Whether the request may set a temperature. */
  temperature: boolean;
}

export const FIRST_DIALECT: ChatDialect = { format: 'json_schema', limit: 'max_tokens', temperature: true };

/** Statuses of requests that the server rejects for their content. */
const REFUSALS: ReadonlySet<number> = new Set([400, 422]);
/** Some servers answer 5xx for a format that they do not support. */
const FORMAT = /response_format|schema|grammar/i;

/** The dialect to try after a refusal, by the complaint (unknown ones: the format); null if nothing is left. */
export function downgradeDialect(
  dialect: ChatDialect,
  wantsJson: boolean,
  refusal: { status: number; complaint: string },
): ChatDialect | null {
  const { status, complaint } = refusal;
  if (!REFUSALS.has(status) && !(status >= 500 && FORMAT.test(complaint))) return null;
  if (dialect.temperature && /\btemperature\b/.test(complaint)) return { ...dialect, temperature: false };
  if (dialect.limit === 'max_tokens' && /\bmax_(completion_)?tokens\b/.test(complaint)) {
    return { ...dialect, limit: 'max_completion_tokens' };
  }
  if (!wantsJson) return null;
  switch (dialect.format) {
    case 'json_schema':
      return { ...dialect, format: 'json_object' };
    case 'json_object':
      return { ...dialect, format: 'text' };
    case 'text':
      return null;
    default:
      return dialect.format satisfies never;
  }
}

import { json, type FakeAnswer, type FakeRequest } from './fake-server';

/** A request to `/v1/chat/completions`, as the server read it. */
export interface ChatQuestion {
  model: string;
  messages: ChatMessage[];
  /** The text of the system messages, and of the last message of the user. */
  system: string;
  prompt: string;
  temperature: number | null;
  /** By whichever of its names. */
  maxTokens: number | null;
  stream: boolean;
  /** `text` where none was named. */
  format: string;
  /** With `json_schema`. */
  schemaName: string | null;
  schema: unknown;
  /** The whole body. */
  body: Record<string, unknown>;
}

interface ChatMessage {
  role: string;
  content: string;
}

interface ResponseFormat {
  type: string;
  json_schema?: { name?: string; schema?: unknown };
}

/** An error in OpenAI's shape. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    private readonly param: string | null = null,
  ) {
    super(message);
  }

  static of(error: unknown): Refusal {
    return error instanceof Refusal ? error : new Refusal(500, (error as Error).message);
  }

  get answer(): FakeAnswer {
    const { status, message, param } = this;
    const type = status < 500 ? 'invalid_request_error' : 'server_error';
    return json({ error: { message, type, param, code: param && 'unsupported_parameter' } }, status);
  }
}

/** Throws `Refusal` for another request than a POST to this path, and one without the key, if there is one. */
export function requireKey({ method, url, headers }: FakeRequest, path: string, apiKey?: string): void {
  if (method !== 'POST' || url.pathname !== path) throw new Refusal(404, 'Unknown URL');
  if (apiKey !== undefined && headers.authorization !== `Bearer ${apiKey}`) {
    throw new Refusal(401, `Incorrect API key provided: ${headers.authorization ?? ''}`);
  }
}

/** Throws `Refusal` where OpenAI's server would. */
export function readQuestion(
  text: string,
  refused: readonly string[],
  formats: readonly string[],
): ChatQuestion {
  const body = JSON.parse(text) as Record<string, unknown>;
  if (typeof body.model !== 'string') throw new Refusal(400, 'you must provide a model parameter', 'model');
  const messages = messagesOf(body.messages);
  const param = refused.find((each) => each in body);
  if (param !== undefined) throw new Refusal(400, `Unsupported parameter: '${param}'`, param);
  const textOf = (some: readonly ChatMessage[]) => some.map(({ content }) => content).join('\n');
  return {
    model: body.model,
    messages,
    system: textOf(messages.filter(({ role }) => role === 'system')),
    prompt: textOf(messages.filter(({ role }) => role === 'user').slice(-1)),
    temperature: numberOf(body.temperature),
    maxTokens: numberOf(body.max_completion_tokens ?? body.max_tokens),
    stream: body.stream === true,
    ...formatOf(body.response_format as ResponseFormat | undefined, formats),
    body,
  };
}

function messagesOf(value: unknown): ChatMessage[] {
  const messages = Array.isArray(value) ? (value as ChatMessage[]) : [];
  const isRight = ({ role, content }: ChatMessage) =>
    ['system', 'user', 'assistant'].includes(role) && typeof content === 'string';
  if (messages.length > 0 && messages.every(isRight)) return messages;
  throw new Refusal(400, "Invalid value for 'messages'", 'messages');
}

function formatOf(
  asked: ResponseFormat | undefined,
  formats: readonly string[],
): Pick<ChatQuestion, 'format' | 'schemaName' | 'schema'> {
  if (asked === undefined) return { format: 'text', schemaName: null, schema: null };
  const { type, json_schema: described } = asked;
  if (!formats.includes(type)) {
    const problem = `'response_format' of type '${type}' is not supported with this model.`;
    throw new Refusal(400, `Invalid parameter: ${problem}`, 'response_format');
  }
  if (type !== 'json_schema') return { format: type, schemaName: null, schema: null };
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(described?.name ?? '') || typeof described?.schema !== 'object') {
    throw new Refusal(400, "Invalid 'response_format.json_schema'", 'response_format');
  }
  return { format: type, schemaName: described.name ?? null, schema: described.schema };
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

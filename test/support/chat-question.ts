export interface ChatMessage {
  role: string;
  content: string;
}

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

export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    private readonly param: string | null = null,
  ) {
    super(message);
  }

  /** OpenAI's shape of an error. */
  get body(): unknown {
    const type = this.status < 500 ? 'invalid_request_error' : 'server_error';
    const code = this.param === null ? null : 'unsupported_parameter';
    return { error: { message: this.message, type, param: this.param, code } };
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
  for (const param of refused) {
    if (param in body) throw new Refusal(400, `Unsupported parameter: '${param}'`, param);
  }
  return {
    model: body.model,
    messages,
    system: textOf(messages.filter(({ role }) => role === 'system')),
    prompt: textOf(messages.filter(({ role }) => role === 'user').slice(-1)),
    temperature: numberOf(body.temperature),
    maxTokens: numberOf(body.max_completion_tokens ?? body.max_tokens),
    stream: body.stream === true,
    ...formatOf(body.response_format, formats),
    body,
  };
}

function messagesOf(value: unknown): ChatMessage[] {
  if (!Array.isArray(value) || value.length === 0) throw new Refusal(400, "'messages' is empty", 'messages');
  return value.map((each: unknown) => {
    const { role, content } = each as Record<string, unknown>;
    if (!['system', 'user', 'assistant'].includes(String(role)) || typeof content !== 'string') {
      throw new Refusal(400, "Invalid value for 'messages'", 'messages');
    }
    return { role: String(role), content };
  });
}

function formatOf(
  value: unknown,
  formats: readonly string[],
): Pick<ChatQuestion, 'format' | 'schemaName' | 'schema'> {
  if (value === undefined) return { format: 'text', schemaName: null, schema: null };
  const { type, json_schema: described } = value as {
    type: string;
    json_schema?: { name?: string; schema?: unknown };
  };
  if (!formats.includes(type)) {
    throw new Refusal(
      400,
      `Invalid parameter: 'response_format' of type '${type}' is not supported with this model.`,
      'response_format',
    );
  }
  if (type !== 'json_schema') return { format: type, schemaName: null, schema: null };
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(described?.name ?? '') || typeof described?.schema !== 'object') {
    throw new Refusal(400, "Invalid 'response_format.json_schema'", 'response_format');
  }
  return { format: type, schemaName: described.name ?? null, schema: described.schema };
}

function textOf(messages: readonly ChatMessage[]): string {
  return messages.map(({ content }) => content).join('\n');
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

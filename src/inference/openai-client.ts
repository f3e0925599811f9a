import { propertyOf } from '../common/objects';
import { AnswerFailure, ConnectionFailure } from './openai-failure';
import { readEvents } from './server-events';

/**
 * A `fetch` that limits the size of answers after decompression, so that a server cannot fill the memory. It follows no
 * redirects: texts and key go only to the configured server.
 */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counter(maxBytes)), { status, statusText, headers });
  };
}

function counter(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new Error(`The answer is longer than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}

interface OpenAiClientOptions {
  /** Up to and with `/v1`. */
  baseUrl: string;
  /** Null if the server needs none. */
  apiKey: string | null;
  /** After decompression. */
  maxAnswerBytes: number;
}

/** The last event of a streamed answer. */
const END = '[DONE]';
/** A complaint is searched for names of parameters. */
const MAX_COMPLAINT = 10_000;

/**
 * Sends requests to any server that speaks OpenAI's protocol. It neither retries nor ends by itself: callers do, within
 * their own deadlines. Throws `AnswerFailure`, `ConnectionFailure`, or an error of reading the answer.
 */
export class OpenAiClient {
  private readonly fetch: typeof fetch;

  constructor(private readonly options: OpenAiClientOptions) {
    this.fetch = boundedFetch(options.maxAnswerBytes);
  }

  /** The answer, unchecked: parsed if the server says that it is JSON, else its text. `path`: below `/v1`. */
  async ask(path: string, request: object, signal: AbortSignal): Promise<unknown> {
    const response = await this.send(path, request, 'application/json', signal);
    const text = await response.text();
    return isJson(response) ? (JSON.parse(text) as unknown) : text;
  }

  /** The pieces of a streamed answer, unchecked. A reader that stops reading closes the connection. */
  async stream(path: string, request: object, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
    return piecesOf(await this.send(path, { ...request, stream: true }, 'text/event-stream', signal));
  }

  private async send(path: string, request: object, accept: string, signal: AbortSignal): Promise<Response> {
    const { baseUrl, apiKey } = this.options;
    const response = await this.fetch(`${baseUrl.replace(/\/$/, '')}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: accept,
        ...(apiKey !== null && { Authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(request),
      signal,
    }).catch((error: unknown) => {
      throw new ConnectionFailure(error);
    });
    if (!response.ok) throw await failureOf(response);
    return response;
  }
}

function isJson(response: Response): boolean {
  return /\bjson\b/i.test(response.headers.get('content-type') ?? '');
}

async function failureOf(response: Response): Promise<AnswerFailure> {
  const { status, headers } = response;
  const text = (await response.text().catch(() => '')).slice(0, MAX_COMPLAINT);
  return new AnswerFailure({ status, headers, ...complaint(text) });
}

function complaint(text: string): { param: unknown; said: unknown } {
  try {
    const error = propertyOf(JSON.parse(text), 'error');
    return { param: propertyOf(error, 'param'), said: propertyOf(error, 'message') ?? text };
  } catch {
    return { param: null, said: text };
  }
}

async function* piecesOf(response: Response): AsyncIterable<unknown> {
  if (response.body === null) return;
  for await (const data of readEvents(response.body)) {
    if (data.startsWith(END)) return;
    const piece: unknown = JSON.parse(data);
    const error = propertyOf(piece, 'error');
    if (error !== undefined && error !== null) {
      throw new AnswerFailure({ status: null, headers: response.headers, param: null, said: null });
    }
    yield piece;
  }
}

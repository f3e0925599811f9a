import { networkCode } from '../common/error-name';
import { propertyOf } from '../common/objects';
import { EmbedderUnavailable, TextsRefused } from './embedder';
import { readEvents } from './server-events';
import { ModelUnavailable } from './text-generator';

/** A `fetch` without redirects, which could leak texts and key, and with a limit of the decompressed bytes. */
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

export interface OpenAiServer {
  /** Up to and with `/v1`. */
  baseUrl: string;
  /** Null if the server needs none. */
  apiKey: string | null;
}

interface OpenAiClientOptions extends OpenAiServer {
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
  for await (const { data } of readEvents(response.body)) {
    if (data === null) continue;
    if (data.startsWith(END)) return;
    const piece: unknown = JSON.parse(data);
    const error = propertyOf(piece, 'error');
    if (error !== undefined && error !== null) {
      throw new AnswerFailure({ status: null, headers: response.headers, param: null, said: null });
    }
    yield piece;
  }
}

/** Of an embedding request that is wrong by itself, so that the same one would fail again. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

interface AnswerParts {
  /** Null: the failure is reported within an answer. */
  status: number | null;
  headers: Headers;
  /** The parameter that the server complains about, and its words; they are not trusted. */
  param: unknown;
  said: unknown;
}

/** An answer that reports a failure. Its message is without the words of the server. */
class AnswerFailure extends Error {
  constructor(readonly parts: AnswerParts) {
    super(`The server answered with status ${parts.status ?? 'unknown'}`);
  }
}

/** A request without an answer. */
class ConnectionFailure extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached', { cause });
  }
}

/** A failed chat call as the error of the port. */
export function chatFailure(error: unknown): ModelUnavailable {
  if (error instanceof ModelUnavailable) return error;
  return new ModelUnavailable(failureMessage("the model's server", error));
}

/** A failed embedding call as one of the errors of the port. */
export function embeddingFailure(error: unknown): EmbedderUnavailable | TextsRefused {
  if (error instanceof EmbedderUnavailable) return error;
  const status = statusOf(error);
  if (status === null || !REFUSALS.has(status)) {
    return new EmbedderUnavailable(failureMessage('the embedding server', error));
  }
  return new TextsRefused(`The embedding server refused the texts (status ${status})`);
}

/** The HTTP status of the answer that failed; null if there was no answer. */
export function statusOf(error: unknown): number | null {
  return error instanceof AnswerFailure ? error.parts.status : null;
}

/** The error text of the server. Search it for known names; never log it. */
export function complaintOf(error: unknown): string {
  if (!(error instanceof AnswerFailure)) return '';
  const { param, said } = error.parts;
  return `${typeof param === 'string' ? param : ''} ${typeof said === 'string' ? said : ''}`;
}

export function retryAfterOf(error: unknown): string | null {
  return error instanceof AnswerFailure ? error.parts.headers.get('retry-after') : null;
}

/** Leaves out what the server or the network said: it may repeat the key, the address or a memory. */
function failureMessage(server: string, error: unknown): string {
  const subject = server.replace('the', 'The');
  const status = statusOf(error);
  if (status !== null) return `${subject} answered with status ${status}`;
  const code = networkCode(error);
  if (code !== null) return `${subject} cannot be reached (${code})`;
  if (error instanceof ConnectionFailure) return `${subject} cannot be reached`;
  return error instanceof AnswerFailure ? `${subject} failed` : `The answer of ${server} could not be read`;
}

import OpenAI from 'openai';

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
  /** Until an answer begins. */
  timeoutMs: number;
  /** After decompression. */
  maxAnswerBytes: number;
}

/** The client insists on a key, and servers that need none ignore it. */
const NO_KEY = 'none';

/** The official client for any server. It reads no environment variables, logs nothing and does not retry. */
export function openAiClient(options: OpenAiClientOptions): OpenAI {
  return new OpenAI({
    baseURL: options.baseUrl,
    apiKey: options.apiKey ?? NO_KEY,
    // Otherwise the client reads these from environment variables.
    adminAPIKey: null,
    organization: null,
    project: null,
    logLevel: 'off',
    // Callers retry within their own deadlines.
    maxRetries: 0,
    timeout: options.timeoutMs,
    fetch: boundedFetch(options.maxAnswerBytes),
  });
}

import OpenAI from 'openai';

/**
 * A `fetch` whose answers end in an error beyond so many bytes, counted after decompression, so that a
 * server that is not what it should be cannot fill the memory. Redirects are answers: texts and key go
 * nowhere but to the server that was named.
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
  /** null where the server asks for none. */
  apiKey: string | null;
  /** Until an answer begins. */
  timeoutMs: number;
  /** After decompression. */
  maxAnswerBytes: number;
}

/** The client insists on a key, and servers that need none ignore it. */
const NO_KEY = 'none';

/** The official client, for a server of whoever's choice: nothing is taken from the environment, logged or repeated. */
export function openAiClient(options: OpenAiClientOptions): OpenAI {
  return new OpenAI({
    baseURL: options.baseUrl,
    apiKey: options.apiKey ?? NO_KEY,
    // The client would take each of these from variables of the environment that are not this service's.
    adminAPIKey: null,
    organization: null,
    project: null,
    logLevel: 'off',
    // The callers know how long they have, and try again on their own.
    maxRetries: 0,
    timeout: options.timeoutMs,
    fetch: boundedFetch(options.maxAnswerBytes),
  });
}

import OpenAI from 'openai';
import { boundedFetch } from './bounded-fetch';

export interface OpenAiClientOptions {
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

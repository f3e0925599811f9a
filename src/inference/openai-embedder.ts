import type OpenAI from 'openai';
import { traced } from '../common/tracing';
import { Embedder } from './embedder';
import { vectorsOf } from './embedding-answer';
import { modelCall, tellTokens } from './model-span';
import { openAiClient } from './openai-client';
import { gaveUp, openAiFailure } from './openai-failure';

export interface OpenAiEmbedderOptions {
  /** Up to and with `/v1`. */
  baseUrl: string;
  /** null where the server asks for none. */
  apiKey: string | null;
  model: string;
  /** Of a request as a whole, the reading of its answer included. */
  timeoutMs: number;
}

/** 512 vectors of 4,096 numbers of 20 characters, and then some. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Asks an OpenAI-compatible server (`/v1/embeddings`): OpenAI, Ollama, vLLM, text-embeddings-inference. */
export class OpenAiEmbedder extends Embedder {
  readonly model: string;
  private readonly client: OpenAI;

  constructor(private readonly options: OpenAiEmbedderOptions) {
    super();
    this.model = options.model;
    this.client = openAiClient({ ...options, maxAnswerBytes: MAX_ANSWER_BYTES });
  }

  async embed(texts: readonly string[], model: string, signal?: AbortSignal): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    // The client's own time-out ends when the answer begins.
    const deadline = new AbortController();
    const giveUp = () => deadline.abort();
    const timer = setTimeout(giveUp, this.options.timeoutMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted) giveUp();
    try {
      return vectorsOf(await this.ask(texts, model, deadline.signal), texts.length);
    } catch (error) {
      throw deadline.signal.aborted ? gaveUp() : openAiFailure(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /** Floats rather than base64, which the client would ask for: not every server knows base64. */
  private ask(texts: readonly string[], model: string, signal: AbortSignal): Promise<unknown> {
    const input = [...texts];
    return traced(
      () => modelCall('embeddings', model, { 'embeddings.texts': input.length }),
      async (span) => {
        const request = { input, model, encoding_format: 'float' } as const;
        const answer = await this.client.embeddings.create(request, { signal });
        tellTokens(span, answer);
        return answer;
      },
    );
  }
}

import { Deadline } from '../common/deadline';
import { isObject } from '../common/objects';
import { traced } from '../common/tracing';
import { Embedder, EmbedderTimeout, EmbedderUnavailable, vectorFlaw } from './embedder';
import type { Prefixes } from './known-models';
import { modelCall, recordTokens } from './model-calls';
import { OpenAiClient, embeddingFailure, type OpenAiServer } from './openai-client';

export interface OpenAiEmbedderOptions extends OpenAiServer {
  model: string;
  /** Of a request as a whole, the reading of its answer included. */
  timeoutMs: number;
  prefixes: Prefixes;
}

/** 512 vectors of 4,096 numbers of 20 characters, and then some. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Asks an OpenAI-compatible server (`/v1/embeddings`): OpenAI, Ollama, vLLM, text-embeddings-inference. */
export class OpenAiEmbedder extends Embedder {
  readonly model: string;
  private readonly client: OpenAiClient;

  constructor(private readonly options: OpenAiEmbedderOptions) {
    super();
    this.model = options.model;
    this.client = new OpenAiClient({ ...options, maxAnswerBytes: MAX_ANSWER_BYTES });
  }

  prefixesOf(): Prefixes {
    return this.options.prefixes;
  }

  async embed(texts: readonly string[], model: string, signal?: AbortSignal): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    const deadline = new Deadline(this.options.timeoutMs, signal);
    try {
      return vectorsOf(await this.ask(texts, model, deadline.signal), texts.length);
    } catch (error) {
      if (!deadline.signal.aborted) throw embeddingFailure(error);
      throw new EmbedderTimeout('The embedding server did not answer in time');
    } finally {
      deadline.end();
    }
  }

  /** Floats rather than base64, which not every server knows. */
  private ask(texts: readonly string[], model: string, signal: AbortSignal): Promise<unknown> {
    const input = [...texts];
    const start = modelCall('embeddings', model, { 'embeddings.texts': input.length });
    return traced(start, async (span) => {
      const request = { input, model, encoding_format: 'float' } as const;
      const answer = await this.client.ask('/embeddings', request, signal);
      recordTokens(span, answer);
      return answer;
    });
  }
}

/** The vectors of an untrusted answer: one a text, in order, of equal length; else throws `EmbedderUnavailable`. */
function vectorsOf(answer: unknown, count: number): Float32Array[] {
  const data = isObject(answer) ? answer.data : null;
  if (!Array.isArray(data)) bad('no list of embeddings');
  if (data.length !== count) bad(`${data.length} vectors for ${count} texts`);
  const entries = data.map((each: unknown, place) => {
    if (!isObject(each)) bad('an entry that is no object');
    // Some servers leave out an index of zero, or all of them.
    return { index: typeof each.index === 'number' ? each.index : place, embedding: each.embedding };
  });
  entries.sort((a, b) => a.index - b.index);
  if (entries.some((entry, place) => entry.index !== place)) bad('vectors with wrong indexes');
  const vectors = entries.map(({ embedding }) => vectorOf(embedding));
  if (vectors.some((each) => each.length !== vectors[0]?.length)) bad('vectors of different dimensions');
  return vectors;
}

function vectorOf(value: unknown): Float32Array {
  if (!Array.isArray(value)) bad('an entry without a vector');
  if (!value.every((each) => typeof each === 'number')) bad('a vector that holds more than numbers');
  const vector = Float32Array.from(value);
  const flaw = vectorFlaw(vector);
  if (flaw !== null) bad(`a vector ${flaw}`);
  return vector;
}

function bad(what: string): never {
  throw new EmbedderUnavailable(`The embedding server answered with ${what}`);
}

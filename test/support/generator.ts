import {
  OpenAiTextGenerator,
  type OpenAiTextGeneratorOptions,
} from '../../src/inference/openai-text-generator';
import {
  ModelUnavailable,
  type GenerationRequest,
  type StructuredRequest,
  type TextGenerator,
} from '../../src/inference/text-generator';
import type { ChatServer } from './chat-server';

export const LLM_KEY = 'sk-never-shown';
export const LLM_MODEL = 'gpt-test';

export const REQUEST: GenerationRequest = {
  system: 'Be brief.',
  prompt: 'Does the cat sleep?',
  model: null,
  temperature: 0.2,
};

export const JSON_REQUEST: StructuredRequest = {
  ...REQUEST,
  schemaName: 'verdict',
  schema: { type: 'object', properties: { sleeps: { type: 'boolean' } }, required: ['sleeps'] },
};

/** Each way of asking, as one. */
export const WAYS: [string, (generator: TextGenerator, request: GenerationRequest) => Promise<unknown>][] = [
  ['generate', (each, request) => each.generate(request)],
  ['generateJson', (each, request) => each.generateJson({ ...JSON_REQUEST, ...request })],
  ['stream', (each, request) => piecesOf(each.stream(request))],
];

export function newGenerator(
  server: ChatServer,
  options: Partial<OpenAiTextGeneratorOptions> = {},
): OpenAiTextGenerator {
  return new OpenAiTextGenerator({
    baseUrl: server.url,
    apiKey: LLM_KEY,
    model: LLM_MODEL,
    timeoutMs: 15_000,
    concurrency: 4,
    maxTokens: 256,
    contextTokens: null,
    ...options,
  });
}

/** The message with which a call failed, as calls of a model do. Throws where it did otherwise. */
export async function failureOf(pending: Promise<unknown>): Promise<string> {
  const outcome = await pending.catch((error: unknown) => error);
  if (!(outcome instanceof ModelUnavailable)) throw new Error(`It did not fail: ${String(outcome)}`);
  return outcome.message;
}

export async function piecesOf(stream: AsyncIterable<string>): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
}

import { Deadline } from '../../common/deadline';
import type { Env } from '../../config/env';
import { ModelSlots } from '../../inference/model-slots';
import {
  ModelUnavailable,
  TextGenerator,
  type Generation,
  type GenerationRequest,
  type StructuredGeneration,
  type StructuredRequest,
  askedSchema,
} from '../../inference/text-generator';
import { readTolerantJson, withoutThinking } from '../../inference/model-text';
import type { BackendApi } from './protocol/backend-api';
import { BackendFailure } from './protocol/call';

/** Backends take no more. */
const MAX_TEMPERATURE = 1;

/** Writes by the model of the backend, which is asked without any memories. */
export class BackendTextGenerator extends TextGenerator {
  /** Which one it is, the backend says with each answer. */
  readonly model = 'backend';
  private readonly slots: ModelSlots;

  constructor(
    private readonly api: Pick<BackendApi, 'ask'>,
    private readonly options: Pick<Env, 'LLM_TIMEOUT_MS' | 'LLM_CONCURRENCY'>,
  ) {
    super();
    this.slots = new ModelSlots(options.LLM_CONCURRENCY);
  }

  generate(request: GenerationRequest): Promise<Generation> {
    return this.write(request, request.system);
  }

  /** Yields the answer in one piece: the backend sends no part of it before. */
  async *stream(request: GenerationRequest): AsyncIterable<string> {
    const { text } = await this.generate(request);
    yield text;
  }

  async generateJson(request: StructuredRequest): Promise<StructuredGeneration> {
    const { text, model } = await this.write(request, `${request.system}\n\n${askedSchema(request.schema)}`);
    return { value: readTolerantJson(text), model };
  }

  private async write(request: GenerationRequest, header: string): Promise<Generation> {
    const deadline = new Deadline(this.options.LLM_TIMEOUT_MS, request.signal);
    try {
      const release = await this.slots.take(deadline.signal);
      const { answer, model } = await this.ask(request, header, deadline.signal).finally(release);
      const text = withoutThinking(answer).trim();
      if (text === '') throw new ModelUnavailable('The model of the backend answered without a text');
      return { text, model };
    } finally {
      deadline.end();
    }
  }

  private async ask({ prompt, model, temperature }: GenerationRequest, header: string, signal: AbortSignal) {
    const question = {
      query: prompt,
      header,
      model,
      temperature: Math.min(temperature, MAX_TEMPERATURE),
      signal,
    };
    try {
      return await this.api.ask(question);
    } catch (error) {
      if (signal.aborted) throw new ModelUnavailable('The model of the backend did not answer in time');
      if (error instanceof BackendFailure)
        throw new ModelUnavailable('The model of the backend does not answer');
      throw error;
    }
  }
}

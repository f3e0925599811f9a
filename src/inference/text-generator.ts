/** The model does not answer, has no capacity, or gave up: the same call may succeed later. */
export class ModelUnavailable extends Error {}

/** The model stopped at its limit of tokens, before the end of its answer. Half of the input may get a whole one. */
export class AnswerCut extends ModelUnavailable {
  /** `text`: what it wrote until then; may be empty. */
  constructor(readonly text: string) {
    super('The model stopped at its limit of tokens (LLM_MAX_TOKENS) before the end of its answer');
  }
}

/** Prompt and answer take more tokens than the model has room for. The same prompt fails again, half of it may not. */
export class PromptTooLong extends ModelUnavailable {
  constructor() {
    super('The prompt is longer than the model can read (LLM_CONTEXT_TOKENS)');
  }
}

/** Whether half of the input may succeed where all of it failed. */
export function isTooMuch(error: unknown): error is AnswerCut | PromptTooLong {
  return error instanceof AnswerCut || error instanceof PromptTooLong;
}

export interface GenerationRequest {
  system: string;
  prompt: string;
  /** Null: the configured model. */
  model: string | null;
  /** 0 to 2. */
  temperature: number;
  /** Ends the call when it is aborted, such as when the client has gone. */
  signal?: AbortSignal;
}

/** The schema in words, for a model that is not held to it or does not see it. */
export function askedSchema(schema: Record<string, unknown>): string {
  return `Answer with one JSON object and nothing else. It must be valid against this JSON Schema:\n${JSON.stringify(schema)}`;
}

/** JSON as the model was asked for. It may still not be of the schema's shape: check it. */
export interface StructuredRequest extends GenerationRequest {
  /** Letters, digits, `_`. */
  schemaName: string;
  /** JSON Schema of an object. */
  schema: Record<string, unknown>;
}

export interface Generation {
  text: string;
  /** The name of the model that answered. */
  model: string;
}

export interface StructuredGeneration {
  /** Null when the answer is no JSON at all. */
  value: unknown;
  model: string;
}

/**
 * Writes text. Every call gives up by itself after a time-out, and throws `ModelUnavailable` when it fails: `AnswerCut` for
 * an answer that is not whole (a stream throws it at its end), `PromptTooLong` for a prompt that does not fit.
 */
export abstract class TextGenerator {
  /** The name of the configured model; null for none: then no method may be called. */
  abstract readonly model: string | null;

  /** Tokens that system and prompt may have together, as `approximateTokens` counts; null where that is not known. */
  get promptTokens(): number | null {
    return null;
  }

  abstract generate(request: GenerationRequest): Promise<Generation>;

  /** The text in pieces, as it comes. */
  abstract stream(request: GenerationRequest): AsyncIterable<string>;

  abstract generateJson(request: StructuredRequest): Promise<StructuredGeneration>;
}

/** The model of DECISION_BASE_URL: it answers questions with a few words to choose from, by `generateJson`. */
export abstract class DecisionModel extends TextGenerator {}

/** Without a configured model, built-in rules do the work. */
export class NoTextGenerator extends TextGenerator {
  readonly model = null;

  generate(): Promise<Generation> {
    return Promise.reject(none());
  }

  stream(): AsyncIterable<string> {
    return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(none()) }) };
  }

  generateJson(): Promise<StructuredGeneration> {
    return Promise.reject(none());
  }
}

function none(): ModelUnavailable {
  return new ModelUnavailable('No model is configured');
}

/** Passes calls on to a generator that is set after start; until then it has no model. */
export class DeferredTextGenerator extends TextGenerator {
  private generator: TextGenerator = new NoTextGenerator();

  get model(): string | null {
    return this.generator.model;
  }

  override get promptTokens(): number | null {
    return this.generator.promptTokens;
  }

  use(generator: TextGenerator): void {
    this.generator = generator;
  }

  generate(request: GenerationRequest): Promise<Generation> {
    return this.generator.generate(request);
  }

  stream(request: GenerationRequest): AsyncIterable<string> {
    return this.generator.stream(request);
  }

  generateJson(request: StructuredRequest): Promise<StructuredGeneration> {
    return this.generator.generateJson(request);
  }
}

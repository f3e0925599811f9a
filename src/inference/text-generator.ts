/** The model does not answer, has no capacity, or gave up: the same call may succeed later. */
export class ModelUnavailable extends Error {}

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

/** Writes text. Every call gives up by itself after a time-out, and throws `ModelUnavailable` when it fails. */
export abstract class TextGenerator {
  /** The name of the configured model; null for none: then no method may be called. */
  abstract readonly model: string | null;

  abstract generate(request: GenerationRequest): Promise<Generation>;

  /** The text in pieces, as it comes. */
  abstract stream(request: GenerationRequest): AsyncIterable<string>;

  abstract generateJson(request: StructuredRequest): Promise<StructuredGeneration>;
}

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

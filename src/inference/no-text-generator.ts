import {
  ModelUnavailable,
  TextGenerator,
  type Generation,
  type StructuredGeneration,
} from './text-generator';

/** Where no model is configured: built-in rules do its work. */
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

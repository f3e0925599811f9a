import {
  TextGenerator,
  type Generation,
  type GenerationRequest,
  type StructuredGeneration,
  type StructuredRequest,
  NoTextGenerator,
} from './text-generator';

/** Has no model of its own, and uses that of another part of the service once it is lent one. */
export class LentTextGenerator extends TextGenerator {
  private lender: TextGenerator = new NoTextGenerator();

  get model(): string | null {
    return this.lender.model;
  }

  lend(generator: TextGenerator): void {
    this.lender = generator;
  }

  generate(request: GenerationRequest): Promise<Generation> {
    return this.lender.generate(request);
  }

  stream(request: GenerationRequest): AsyncIterable<string> {
    return this.lender.stream(request);
  }

  generateJson(request: StructuredRequest): Promise<StructuredGeneration> {
    return this.lender.generateJson(request);
  }
}

import { errorName } from '../common/error-name';
import { type Span, type SpanFacts, type SpanStart } from '../common/tracing';
import { tokensOf } from './model-usage';

/** Calls of models, https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/, without prompts and answers. */
export function modelCall(operation: 'chat' | 'embeddings', model: string, facts: SpanFacts = {}): SpanStart {
  return {
    name: `${operation} ${model}`,
    kind: 'client',
    facts: { 'gen_ai.operation.name': operation, 'gen_ai.request.model': model, ...facts },
  };
}

/** As the server counted them, where it did. */
export function tellTokens(span: Span | null, answer: unknown): void {
  if (span === null) return;
  const { prompt, completion } = tokensOf(answer);
  if (prompt > 0) span.tell({ 'gen_ai.usage.input_tokens': prompt });
  if (completion > 0) span.tell({ 'gen_ai.usage.output_tokens': completion });
}

/** Hands an answer on in pieces; the span lasts as long as it is read. */
export async function* throughout<T>(span: Span, pieces: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* pieces;
  } catch (error) {
    span.fail(errorName(error));
    throw error;
  } finally {
    span.end();
  }
}

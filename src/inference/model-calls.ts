import { errorName } from '../common/error-name';
import type { Span, SpanFacts, SpanStart } from '../common/tracing';

/** Calls of chat models by this process since it started. */
interface ModelUsage {
  answered: number;
  failed: number;
  /** As the servers counted them; streamed answers are not counted. */
  promptTokens: number;
  completionTokens: number;
}

const usage: ModelUsage = { answered: 0, failed: 0, promptTokens: 0, completionTokens: 0 };

export function modelUsage(): Readonly<ModelUsage> {
  return usage;
}

/** Counts a call, and the tokens of its answer if the server reports them. */
export async function counted<T>(call: Promise<T>): Promise<T> {
  try {
    const answer = await call;
    usage.answered++;
    const { prompt, completion } = tokensOf(answer);
    usage.promptTokens += prompt;
    usage.completionTokens += completion;
    return answer;
  } catch (error) {
    usage.failed++;
    throw error;
  }
}

/** The span of a call, without prompt and answer: https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/ */
export function modelCall(operation: 'chat' | 'embeddings', model: string, facts: SpanFacts = {}): SpanStart {
  return {
    name: `${operation} ${model}`,
    kind: 'client',
    facts: { 'gen_ai.operation.name': operation, 'gen_ai.request.model': model, ...facts },
  };
}

/** Notes in the span how many tokens the server counted. */
export function recordTokens(span: Span | null, answer: unknown): void {
  if (span === null) return;
  const { prompt, completion } = tokensOf(answer);
  if (prompt > 0) span.tell({ 'gen_ai.usage.input_tokens': prompt });
  if (completion > 0) span.tell({ 'gen_ai.usage.output_tokens': completion });
}

/** Passes a streamed answer on; the span ends when the stream has been read. */
export async function* spanOf<T>(span: Span, pieces: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* pieces;
  } catch (error) {
    span.fail(errorName(error));
    throw error;
  } finally {
    span.end();
  }
}

function tokensOf(answer: unknown): { prompt: number; completion: number } {
  const reported = (answer as { usage?: Record<string, unknown> | null } | null | undefined)?.usage;
  return { prompt: tokenCount(reported?.prompt_tokens), completion: tokenCount(reported?.completion_tokens) };
}

/** The answer is not trusted: a counter that decreases would look like a restart of the process. */
function tokenCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

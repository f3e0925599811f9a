/** Calls of chat models by this process since it started. */
export interface ModelUsage {
  answered: number;
  failed: number;
  /** As their servers counted them; of streamed answers they do not. */
  promptTokens: number;
  completionTokens: number;
}

const usage: ModelUsage = { answered: 0, failed: 0, promptTokens: 0, completionTokens: 0 };

export function modelUsage(): Readonly<ModelUsage> {
  return usage;
}

/** Counts a call, and the tokens of its answer where they are told. */
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

/** What an answer says of itself; 0 where it says nothing. */
export function tokensOf(answer: unknown): { prompt: number; completion: number } {
  const told = (answer as { usage?: Record<string, unknown> | null } | null | undefined)?.usage;
  return { prompt: tokens(told?.prompt_tokens), completion: tokens(told?.completion_tokens) };
}

/** The answer is not trusted: a count that falls would be taken for a new start of the process. */
function tokens(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

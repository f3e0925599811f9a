/** What a small model on two cores writes in a second. */
const TOKENS_A_SECOND = 20;
/** Below this no answer is of use; it is also the least that LLM_MAX_TOKENS may be. */
const LEAST_OUTPUT = 64;
/** The part of the context that the answer may take: the memories need most of it. */
const OUTPUT_SHARE = 1 / 4;
/** Tokens are counted without the tokenizer of the model: models differ by some 20 %. */
const CAUTION = 0.8;

/** How many tokens one call of a model may have. */
export interface ModelRoom {
  output: number;
  /** System and prompt together, as `approximateTokens` counts; null where the context of the model is not known. */
  prompt: number | null;
}

/** The tokens that fit the limits of a model and the time of a call. `contextTokens`: prompt and answer together. */
export function modelRoom(limits: {
  maxTokens: number;
  timeoutMs: number;
  contextTokens?: number | null;
}): ModelRoom {
  const { maxTokens, timeoutMs, contextTokens = null } = limits;
  const inTime = (timeoutMs / 1_000) * TOKENS_A_SECOND;
  const inContext = contextTokens === null ? maxTokens : contextTokens * OUTPUT_SHARE;
  const output = Math.max(LEAST_OUTPUT, Math.floor(Math.min(maxTokens, inTime, inContext)));
  const prompt = contextTokens === null ? null : Math.floor((contextTokens - output) * CAUTION);
  return { output, prompt };
}

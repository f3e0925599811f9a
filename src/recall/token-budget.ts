import { approximateTokens } from '../common/approximate-tokens';

/** The results whose contents fit together, in their order; one that is too long leaves room for later ones. */
export function withinTokens<T extends { memory: { content: string } }>(
  results: readonly T[],
  maxTokens: number,
): T[] {
  let left = maxTokens;
  return results.filter(({ memory }) => {
    const tokens = approximateTokens(memory.content);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}

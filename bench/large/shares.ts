/** How many of the memories each agent has, the largest first: by Zipf's law, at least one each, all of them together. */
export function sharesOf(memories: number, agents: number): number[] {
  const weights = Array.from({ length: agents }, (_, rank) => 1 / (rank + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const counts = weights.map((weight) => Math.max(1, Math.floor((memories * weight) / total)));
  const rest = memories - counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, at) => (at === 0 ? count + rest : count));
}

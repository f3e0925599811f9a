const candidates = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof candidates)[number];

const SAMPLE_ROWS = 50;

/** How often each candidate stands in a row, quoted ones left out. */
function countsOf(sample: string, delimiter: Delimiter): number[] {
  const counts = [0];
  let isQuoted = false;
  for (const character of sample) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === delimiter) counts.push((counts.pop() ?? 0) + 1);
    if (character === '\n' && counts.push(0) > SAMPLE_ROWS) break;
  }
  // The last row may be cut; a lone one is not.
  return counts.length > 1 ? counts.slice(0, -1) : counts;
}

/** In a table the same number stands in nearly every row; of equal ones the commoner wins. */
function score(counts: readonly number[]): number {
  const usual = new Map<number, number>();
  for (const count of counts.filter((found) => found > 0)) usual.set(count, (usual.get(count) ?? 0) + 1);
  const [best] = [...usual].sort(([a, rows], [b, others]) => others - rows || b - a);
  if (best === undefined) return 0;
  const [delimiters, rows] = best;
  return rows / counts.length + delimiters / 1e6;
}

/** The delimiter that the first rows tell. Spreadsheets write it into a line of its own at times: `sep=;`. */
export function delimiterOf(sample: string): Delimiter {
  const declared = /^sep=(.)\r?\n/i.exec(sample)?.[1];
  const known = candidates.find((candidate) => candidate === declared);
  if (known !== undefined) return known;
  const scores = candidates.map((candidate) => score(countsOf(sample, candidate)));
  return candidates[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** A line that only declares the delimiter. */
export function isDeclaration(cells: readonly string[]): boolean {
  return cells.every((cell, index) => (index === 0 ? /^sep=/i.test(cell) : cell === '')) && cells.length <= 2;
}

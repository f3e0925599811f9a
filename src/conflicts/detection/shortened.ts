/** A text on one line, without control characters, at most `max` code points long. */
export function shortened(text: string, max: number): string {
  const line = text
    .slice(0, max * 8)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  const points = Array.from(line);
  return points.length > max ? `${points.slice(0, max - 3).join('')}...` : line;
}

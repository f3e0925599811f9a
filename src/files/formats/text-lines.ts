import type { TextPart } from './decoded-text';
import { cutAt, MAX_SECTION_LENGTH } from './section-text';

/** Lines of a text that were read together. */
export interface LineBatch {
  lines: string[];
  /** Which part of the file has been read with them, 0 to 1. */
  progress: number;
}

/** The lines of a text without their line breaks. One longer than a section is cut, so that none needs much memory. */
export async function* linesOf(parts: AsyncIterable<TextPart>): AsyncGenerator<LineBatch> {
  let rest = '';
  let last = 0;
  for await (const { text, progress } of parts) {
    const whole = rest + text;
    // A carriage return at the end may be the first half of a line break.
    const end = whole.endsWith('\r') ? whole.length - 1 : whole.length;
    const lines = whole.slice(0, end).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + whole.slice(end);
    const long = cutLine(rest);
    rest = long.pop() ?? '';
    last = progress;
    yield { lines: [...lines.flatMap(cutLine), ...long], progress };
  }
  if (rest !== '') yield { lines: cutLine(rest.replace(/\r$/, '')), progress: last };
}

function cutLine(line: string): string[] {
  if (line.length <= MAX_SECTION_LENGTH) return [line];
  const pieces: string[] = [];
  let from = 0;
  while (line.length - from > MAX_SECTION_LENGTH) {
    const at = from + cutAt(line.slice(from, from + MAX_SECTION_LENGTH + 1), MAX_SECTION_LENGTH);
    pieces.push(line.slice(from, at));
    from = at;
  }
  return [...pieces, line.slice(from)];
}

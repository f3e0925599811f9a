import type { Section } from '../file-content';
import type { TextPart } from './decoded-text';
import { cutAt, MAX_SECTION_LENGTH, SectionText } from './section-text';

export interface LineBatch {
  lines: string[];
  /** The share of the file that has been read up to here, 0 to 1. */
  progress: number;
}

/** The lines of a text without line breaks. A line longer than a section is cut, to bound memory. */
export async function* linesOf(parts: AsyncIterable<TextPart>): AsyncGenerator<LineBatch> {
  let rest = '';
  let last = 0;
  for await (const { text, progress } of parts) {
    const whole = rest + text;
    // A carriage return at the end may be half of a line break.
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

/** A section a paragraph, which ends at a blank line. */
export async function* plainTextSections(parts: AsyncIterable<TextPart>): AsyncGenerator<Section> {
  const ready: string[] = [];
  const paragraph = new SectionText((text) => ready.push(text));
  let last = 0;
  for await (const { lines, progress } of linesOf(parts)) {
    for (const line of lines) {
      if (line.trim() === '') paragraph.end();
      else paragraph.appendLine(line);
    }
    last = progress;
    yield* sections(ready, progress);
  }
  paragraph.end();
  yield* sections(ready, last);
}

function sections(texts: string[], progress: number): Section[] {
  return texts.splice(0).map((text) => ({ text, place: null, group: '', progress }));
}

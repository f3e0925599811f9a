import type { Section } from '../section';
import type { TextPart } from './decoded-text';
import { SectionText } from './section-text';
import { linesOf } from './text-lines';

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

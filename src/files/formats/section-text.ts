/** In UTF-16 units. A longer section is split into several of the same place. */
export const MAX_SECTION_LENGTH = 16_000;

const MAX_PLACE_LENGTH = 300;
/** A cut is in the last quarter of the text, so that pieces have similar sizes. */
const BORDER_WITHIN = 0.25;
const borders = ['\n\n', '\n', '. ', ' '];

// All except tab and line feed.
const controls = /(?![\t\n])\p{Cc}/gu;

/** Well-formed text without control characters, with line feeds as line breaks. */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029\f\v]/g, '\n')
    .replaceAll(controls, '')
    .toWellFormed()
    .trim();
}

/** A place as one line; null for a blank one. */
export function cleanPlace(place: string | null): string | null {
  if (place === null) return null;
  const line = cleanText(place).replaceAll(/\s+/g, ' ');
  if (line.length <= MAX_PLACE_LENGTH) return line === '' ? null : line;
  return `${line.slice(0, MAX_PLACE_LENGTH - 1).toWellFormed()}…`;
}

/** The place to cut a text that is longer than `max`: after a paragraph, a line, a sentence or a word if possible. */
export function cutAt(text: string, max: number): number {
  const window = text.slice(0, max);
  const earliest = Math.floor(max * (1 - BORDER_WITHIN));
  for (const border of borders) {
    const at = window.lastIndexOf(border);
    if (at >= earliest) return at + border.length;
  }
  const last = window.charCodeAt(max - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return splitsPair ? max - 1 : max;
}

/** Collects the text of a section in bounded memory: passes on a piece when the text gets too long. */
export class SectionText {
  private text = '';

  constructor(private readonly emit: (text: string) => void) {}

  get isEmpty(): boolean {
    return this.text === '';
  }

  append(part: string): void {
    this.text += part;
    while (this.text.length > MAX_SECTION_LENGTH) {
      const at = cutAt(this.text, MAX_SECTION_LENGTH);
      this.emit(this.text.slice(0, at));
      this.text = this.text.slice(at);
    }
  }

  appendLine(line: string): void {
    this.append(this.isEmpty ? line : `\n${line}`);
  }

  end(): void {
    if (this.text.trim() !== '') this.emit(this.text);
    this.text = '';
  }
}

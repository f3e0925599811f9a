/** UTF-16 units of the text of one section; what is longer comes as several sections of the same place. */
export const MAX_SECTION_LENGTH = 16_000;

const MAX_PLACE_LENGTH = 300;
/** A cut goes to the last good border in the last part of the text, so that pieces stay of a size. */
const BORDER_WITHIN = 0.25;
const borders = ['\n\n', '\n', '. ', ' '];

// Control characters but tab and line feed; a database of texts stores no null character.
const controls = /(?![\t\n])\p{Cc}/gu;

/** A text as it can be stored: well-formed, without control characters, line breaks as line feeds. */
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

/** Where to cut a text that is longer than `max`: after a paragraph, a line, a sentence or a word, or else anywhere. */
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

/** Gathers the text of a section from parts, in bounded memory: a text that grows too long is given out in pieces. */
export class SectionText {
  private text = '';

  constructor(private readonly give: (text: string) => void) {}

  get isEmpty(): boolean {
    return this.text === '';
  }

  append(part: string): void {
    this.text += part;
    while (this.text.length > MAX_SECTION_LENGTH) {
      const at = cutAt(this.text, MAX_SECTION_LENGTH);
      this.give(this.text.slice(0, at));
      this.text = this.text.slice(at);
    }
  }

  /** On a line of its own. */
  appendLine(line: string): void {
    this.append(this.isEmpty ? line : `\n${line}`);
  }

  end(): void {
    if (this.text.trim() !== '') this.give(this.text);
    this.text = '';
  }
}

import type { Section } from '../file-content';

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

/** Where to cut a text that is longer than `max`: after a paragraph, a line, a sentence or a word if possible. */
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

/** Collects the sections of a text with headings: one section for each heading, which is its first line. */
export class HeadedText {
  private readonly path = new HeadingPath();
  private readonly ready: { text: string; place: string | null }[] = [];
  private place: string | null = null;
  private readonly text = new SectionText((text) => this.ready.push({ text, place: this.place }));

  addHeading(level: number, text: string): void {
    this.startSection(level, text);
    if (text !== '') this.text.appendLine(text);
  }

  /** Starts a section without a heading line, such as front matter. */
  startSection(level: number, place: string): void {
    this.text.end();
    this.path.enter(level, place);
    this.place = this.path.place;
  }

  addLine(line: string): void {
    this.text.appendLine(line);
  }

  end(): void {
    this.text.end();
  }

  /** The sections completed since the last call. */
  take(progress: number): Section[] {
    return this.ready.splice(0).map(({ text, place }) => ({ text, place, group: place ?? '', progress }));
  }
}

/** The headings above a text: `Setup > Linux`. */
class HeadingPath {
  private headings: { level: number; text: string }[] = [];

  enter(level: number, text: string): void {
    this.headings = this.headings.filter((heading) => heading.level < level);
    if (text !== '') this.headings.push({ level, text });
  }

  /** Null before the first heading. */
  get place(): string | null {
    return this.headings.length === 0 ? null : this.headings.map(({ text }) => text).join(' > ');
  }
}

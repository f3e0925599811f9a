import type { Section } from '../file-content';
import type { TextPart } from './decoded-text';
import { HeadedText } from './headed-text';
import { linesOf } from './text-lines';

/** A longer block is text that begins with a horizontal rule. */
const MAX_FRONT_MATTER_LINES = 200;
/** A longer paragraph is no heading. */
const MAX_HEADING_LINES = 5;

/** Yields a section for each heading, with the path of headings as its place, and one for front matter. */
export async function* markdownSections(parts: AsyncIterable<TextPart>): AsyncGenerator<Section> {
  const reader = new MarkdownReader();
  let last = 0;
  for await (const { lines, progress } of linesOf(parts)) {
    for (const line of lines) reader.add(line);
    last = progress;
    yield* reader.text.take(progress);
  }
  reader.end();
  yield* reader.text.take(last);
}

class MarkdownReader {
  readonly text = new HeadedText();
  private fence: Fence | null = null;
  /** A line of dashes after these lines would make them a heading. */
  private paragraph: string[] = [];
  /** In a list, a quotation or a table, which end at a blank line. */
  private isInBlock = false;
  /** Lines that may be front matter; null after that is decided. */
  private front: string[] | null = [];

  add(line: string): void {
    if (this.front === null) this.addBody(line);
    else this.checkFront(this.front, line);
  }

  end(): void {
    if (this.front !== null) this.endFrontMatter(this.front);
    this.flush();
    this.text.end();
  }

  private checkFront(front: string[], line: string): void {
    front.push(line);
    const opening = front[0]?.trimEnd();
    const isOpen = opening === '---' || opening === '+++';
    const isClosed = front.length > 1 && (line.trimEnd() === opening || line.trimEnd() === '...');
    if (isOpen && isClosed) return this.addFrontMatter(front);
    if (!isOpen || front.length > MAX_FRONT_MATTER_LINES) this.endFrontMatter(front);
  }

  private addFrontMatter(front: string[]): void {
    this.front = null;
    this.text.startSection(1, 'front matter');
    for (const line of front.slice(1, -1)) this.text.addLine(line);
    this.text.startSection(1, '');
  }

  private endFrontMatter(front: string[]): void {
    this.front = null;
    for (const line of front) this.addBody(line);
  }

  private addBody(line: string): void {
    if (this.fence !== null) return this.addCode(line, this.fence);
    const heading = atxHeading(line);
    if (heading !== null) {
      this.flush();
      return this.text.addHeading(heading.level, heading.text);
    }
    const level = setextLevel(line);
    if (level !== null && this.paragraph.length > 0) return this.endHeading(level);
    this.fence = openingFence(line);
    if (this.fence === null) return this.addText(line);
    this.flush();
    this.text.addLine(line);
  }

  private addCode(line: string, fence: Fence): void {
    if (closesFence(line, fence)) this.fence = null;
    this.text.addLine(line);
  }

  private endHeading(level: number): void {
    const heading = setextHeading(this.paragraph, level);
    this.paragraph = [];
    this.text.addHeading(heading.level, heading.text);
  }

  private addText(line: string): void {
    const opens = this.paragraph.length === 0;
    const holds = line.trim() !== '' && !(opens && (isNoParagraph(line) || this.isInBlock));
    this.isInBlock = line.trim() !== '' && !holds;
    if (holds) this.paragraph.push(line);
    if (this.paragraph.length > MAX_HEADING_LINES) this.isInBlock = true;
    if (!holds || this.isInBlock) this.flush();
    if (!holds) this.text.addLine(line);
  }

  private flush(): void {
    for (const line of this.paragraph) this.text.addLine(line);
    this.paragraph = [];
  }
}

export interface Heading {
  /** 1 to 6. */
  level: number;
  text: string;
}

export interface Fence {
  mark: string;
  length: number;
}

const isSpace = (character: string | undefined) => character === ' ' || character === '\t';

/** Works without a pattern that backtracks, because a line may be long and hostile. */
function trimHashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  if (end === 0) return '';
  return isSpace(text[end - 1]) ? text.slice(0, end).trimEnd() : text;
}

/** Removes inline marks. */
function plain(text: string): string {
  return text
    .slice(0, 1000)
    .replaceAll(/!?\[([^\][]{1,300})\]\([^()\s]{0,300}\)/g, '$1')
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/\*([^\s*][^*]{0,300})\*/g, '$1')
    .trim();
}

/** An ATX heading (CommonMark 4.2). */
export function atxHeading(line: string): Heading | null {
  const marks = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(line);
  if (marks === null) return null;
  const text = trimHashes(line.slice(marks[0].length).trim());
  return { level: marks[1]?.length ?? 1, text: plain(text) };
}

/** The level if this line makes the paragraph before it a heading (CommonMark 4.3). */
export function setextLevel(line: string): number | null {
  const mark = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1]?.[0];
  if (mark === undefined) return null;
  return mark === '=' ? 1 : 2;
}

function setextHeading(lines: readonly string[], level: number): Heading {
  return { level, text: plain(lines.map((line) => line.trim()).join(' ')) };
}

/** A list item, a quotation, a table row or indented code: a line of dashes after it makes no heading. */
export function isNoParagraph(line: string): boolean {
  return /^(?: {0,3}(?:[-*+>|]|\d{1,9}[.)])(?:[ \t]|$)| {4}|\t| {0,3}[>|])/.test(line);
}

/** The start of fenced code (CommonMark 4.5). */
export function openingFence(line: string): Fence | null {
  const [start = '', marks = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
  if (marks === '' || (marks.startsWith('`') && line.includes('`', start.length))) return null;
  return { mark: marks.charAt(0), length: marks.length };
}

export function closesFence(line: string, fence: Fence): boolean {
  const marks = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return marks !== undefined && marks.startsWith(fence.mark) && marks.length >= fence.length;
}

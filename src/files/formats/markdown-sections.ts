import type { Section } from '../section';
import type { TextPart } from './decoded-text';
import { HeadedText } from './headed-text';
import {
  atxHeading,
  closesFence,
  Fence,
  isNoParagraph,
  openingFence,
  setextHeading,
  setextLevel,
} from './markdown-line';
import { linesOf } from './text-lines';

/** A longer one is no front matter but a text that begins with a line. */
const MAX_FRONT_MATTER_LINES = 200;
/** A heading of more lines is none. */
const MAX_HEADING_LINES = 5;

/** A section a heading, with the path of headings as its place; front matter is a section of its own. */
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
  /** Lines of the paragraph under way, which a line of dashes would make a heading. */
  private paragraph: string[] = [];
  /** In a list, a quotation or a table, until a blank line. */
  private isInBlock = false;
  /** Lines that may be front matter; null when it is settled. */
  private front: string[] | null = [];

  add(line: string): void {
    if (this.front === null) this.addBody(line);
    else this.addFront(this.front, line);
  }

  end(): void {
    if (this.front !== null) this.settleFront(this.front);
    this.flush();
    this.text.end();
  }

  private addFront(front: string[], line: string): void {
    front.push(line);
    const opening = front[0]?.trimEnd();
    const isOpen = opening === '---' || opening === '+++';
    const isClosed = front.length > 1 && (line.trimEnd() === opening || line.trimEnd() === '...');
    if (isOpen && isClosed) return this.keepFront(front);
    if (!isOpen || front.length > MAX_FRONT_MATTER_LINES) this.settleFront(front);
  }

  private keepFront(front: string[]): void {
    this.front = null;
    this.text.startSection(1, 'front matter');
    for (const line of front.slice(1, -1)) this.text.addLine(line);
    // What follows stands under no heading yet.
    this.text.startSection(1, '');
  }

  private settleFront(front: string[]): void {
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

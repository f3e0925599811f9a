import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api';

export interface PdfLine {
  text: string;
  /** The edges of the line, in points. */
  left: number;
  right: number;
  /** The base line above the bottom of the page, in points. */
  y: number;
  /** In points. */
  height: number;
}

/** A line that is longer is cut. */
const MAX_LINE_LENGTH = 10_000;
/** In heights: a larger gap between base lines begins a paragraph. */
const PARAGRAPH_GAP = 1.8;
/** In heights: text that is indented more is in a column, or centred. */
const MAX_INDENT = 4;
/** A line of at least this share of the widest one continues in the next. */
const FULL_LINE = 0.75;
/** Prefixes that keep their hyphen: `self-made`. */
const keepsHyphen =
  /(?:^|[^\p{L}])(?:self|non|well|ex|all|half|high|low|long|short|cross|quasi|co|re|pre|post|anti|multi|two|three|first|second|real|full|open|end|on|off|in|up|so|e)-$/iu;
const startsItem = /^(?:[•‣▪●○–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/i;

/** Whether a word is divided at the end of a line. A word with another hyphen keeps both: `state-of-the-` `art`. */
export function isDivided(line: string, next: string): boolean {
  if (line.endsWith('\u00ad')) return true;
  if (!/\p{L}{2}[-\u2010]$/u.test(line.slice(-5)) || !/^\p{Ll}/u.test(next)) return false;
  const word = line.slice(-80).split(/\s/).at(-1) ?? '';
  const hasOtherHyphen = word.endsWith('-') && word.indexOf('-') < word.length - 1;
  return !hasOtherHyphen && !keepsHyphen.test(word);
}

function join(text: string, next: string): string {
  if (isDivided(text, next)) return text.slice(0, -1) + next;
  return /\p{L}[-\u2010]$/u.test(text.slice(-3)) && /^\p{Ll}/u.test(next) ? text + next : `${text} ${next}`;
}

function beginsParagraph(line: PdfLine, previous: PdfLine): boolean {
  const gap = previous.y - line.y;
  const height = Math.max(line.height, previous.height, 1);
  // A line further up is in the next column.
  const isApart = gap < -height / 2 || gap > height * PARAGRAPH_GAP;
  return isApart || !isAlike(line.height, previous.height) || isIndented(line, previous, height);
}

/** Whether a line begins a paragraph by its indent. In a list item, the lines after the first are indented. */
function isIndented(line: PdfLine, previous: PdfLine, height: number): boolean {
  const indent = line.left - previous.left;
  return indent > height && indent < height * MAX_INDENT && !startsItem.test(previous.text);
}

const isAlike = (a: number, b: number) => Math.max(a, b) < Math.min(a, b) * 1.15;

/** Joins the lines of running text, keeps short lines, and puts a blank line between paragraphs. */
export function joinLines(lines: readonly PdfLine[]): string {
  const widest = lines.reduce((width, { left, right }) => Math.max(width, right - left), 0);
  let text = '';
  let previous: PdfLine | null = null;
  for (const line of lines) {
    if (previous === null) text = line.text;
    else if (continuesWord(previous, line)) text = join(text, line.text);
    else if (beginsParagraph(line, previous)) text += `\n\n${line.text}`;
    else if (isFull(previous, widest) && !startsItem.test(line.text)) text = join(text, line.text);
    else text += `\n${line.text}`;
    previous = line;
  }
  return text;
}

const isFull = (line: PdfLine, widest: number) => line.right - line.left >= widest * FULL_LINE;

/** A divided word continues even in the next column. */
function continuesWord(previous: PdfLine, line: PdfLine): boolean {
  return isDivided(previous.text, line.text) && isAlike(previous.height, line.height);
}

/** The lines of a page. pdfjs marks the end of each line, and adds the spaces between words. */
export function linesOf(items: TextContent['items']): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | null = null;
  for (const item of items) {
    // Marks of the page structure have no text.
    if (!('str' in item)) continue;
    if (item.str !== '') line = extended(line, item);
    if (line !== null && (item.hasEOL || line.text.length > MAX_LINE_LENGTH)) {
      lines.push(line);
      line = null;
    }
  }
  if (line !== null) lines.push(line);
  return lines
    .map((each) => ({ ...each, text: each.text.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '');
}

function extended(line: PdfLine | null, { str, transform, width, height }: TextItem): PdfLine {
  const [, , , , left = 0, y = 0] = transform as number[];
  const right = left + width;
  if (line === null) return { text: str, left, right, y, height };
  // A lone space has no height.
  return {
    ...line,
    text: line.text + str,
    right: Math.max(line.right, right),
    height: Math.max(line.height, height),
  };
}

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

/** Without an expression that backtracks: a line may be long and hostile. */
function trimHashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  if (end === 0) return '';
  return isSpace(text[end - 1]) ? text.slice(0, end).trimEnd() : text;
}

/** Inline marks are no part of a heading as it is read. */
function plain(text: string): string {
  return text
    .slice(0, 1000)
    .replaceAll(/!?\[([^\][]{1,300})\]\([^()\s]{0,300}\)/g, '$1')
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/\*([^\s*][^*]{0,300})\*/g, '$1')
    .trim();
}

/** A heading by number signs (CommonMark 4.2), or null. */
export function atxHeading(line: string): Heading | null {
  const marks = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(line);
  if (marks === null) return null;
  const text = trimHashes(line.slice(marks[0].length).trim());
  return { level: marks[1]?.length ?? 1, text: plain(text) };
}

/** The level of the heading that this line makes of the paragraph before it (CommonMark 4.3), or null. */
export function setextLevel(line: string): number | null {
  const mark = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1]?.[0];
  if (mark === undefined) return null;
  return mark === '=' ? 1 : 2;
}

export function setextHeading(lines: readonly string[], level: number): Heading {
  return { level, text: plain(lines.map((line) => line.trim()).join(' ')) };
}

/** A line under which a line of dashes makes no heading: of a list, a quotation, a table, or indented code. */
export function isNoParagraph(line: string): boolean {
  return /^(?: {0,3}(?:[-*+>|]|\d{1,9}[.)])(?:[ \t]|$)| {4}|\t| {0,3}[>|])/.test(line);
}

/** The start of fenced code (CommonMark 4.5), or null. */
export function openingFence(line: string): Fence | null {
  const [start = '', marks = ''] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
  if (marks === '' || (marks.startsWith('`') && line.includes('`', start.length))) return null;
  return { mark: marks.charAt(0), length: marks.length };
}

export function closesFence(line: string, fence: Fence): boolean {
  const marks = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return marks !== undefined && marks.startsWith(fence.mark) && marks.length >= fence.length;
}

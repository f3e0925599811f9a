// The list that assistants print when they are asked to export their memories, one in a line: `[2025-03-14] - text`, or
// `[unknown] - text`, in a code block or not, under headings or not.
// https://support.claude.com/en/articles/12123587 (the question, "Format each entry as: [date saved, if available] -
// memory content"), read in November 2026.
import type { MemoryType } from '../options.ts';
import {
  dateOf,
  type Entry,
  type ImportFile,
  type ImportSource,
  oneLine,
  shortHash,
  skipped,
  textOf,
} from './entry.ts';
import { entriesOfTexts } from './front-matter.ts';
import { itemsOf } from './split-text.ts';

/** A bullet, the brackets, a dash or colon, and the memory. */
export const LISTED = /^[ \t]*(?:[-*+•][ \t]+)?\[([^\][]{0,60})\][ \t]{0,8}[-–—:][ \t]*(\S.*)$/;
const HEADING = /^[ \t]*(?:#{1,6}[ \t]+|\*\*)([^#*]+)/;
const FENCE = /^[ \t]*(?:```|~~~)/;
/** What the question asks for comes under such headings. */
const TYPES: readonly (readonly [RegExp, MemoryType])[] = [
  [/instruction/i, 'instruction'],
  [/preference|correction/i, 'preference'],
];

const NOT_LISTED = 'the line is not of the form `[date] - memory`';

interface Listed {
  date: string;
  text: string;
  heading: string;
}

export function readMemoryList(source: ImportSource): AsyncGenerator<Entry> {
  return entriesOfTexts(source, entriesOf);
}

function* entriesOf(text: string, file: ImportFile): Generator<Entry> {
  const found: Listed[] = [];
  let heading = '';
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const [, date, said] = LISTED.exec(line) ?? [];
    const last = found.at(-1);
    if (date !== undefined && said !== undefined) found.push({ date, text: said, heading });
    else if (last && /^[ \t]{2,}\S/.test(line)) last.text += `\n${line.trim()}`;
    else if (HEADING.test(line)) heading = oneLine(HEADING.exec(line)?.[1] ?? '');
    else if (!isFrame(line)) yield skipped(`${file.name}:${at + 1}`, NOT_LISTED);
  }
  for (const each of found) yield* entryOf(each, file);
}

/** An empty line, or the edge of the code block. */
function isFrame(line: string): boolean {
  return line.trim() === '' || FENCE.test(line);
}

/** The content names it, so that a list that is printed again is not stored again. */
function entryOf({ date, text, heading }: Listed, { modifiedAt }: ImportFile): Entry[] {
  const content = textOf(text);
  const saved = savedAt(date) ?? modifiedAt;
  return itemsOf({
    ref: `${shortHash(content)}${shortHash(`${content} `)}`,
    content,
    type: TYPES.find(([words]) => words.test(heading))?.[1] ?? 'fact',
    tags: [heading],
    createdAt: saved,
    updatedAt: saved,
  });
}

/** `2025-03-14`, `2025-03`, `2025/03/14` or `March 14, 2025`. Null for words such as "unknown". */
export function savedAt(text: string): Date | null {
  const plain = text.trim().replaceAll('/', '-');
  if (/^\d{4}-\d\d$/.test(plain)) return dateOf(`${plain}-01`);
  if (/^[A-Za-z]{3,9}\.? \d{1,2},? \d{4}$/.test(plain)) return dateOf(new Date(`${plain} UTC`));
  return dateOf(plain);
}

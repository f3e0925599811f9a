import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

const GAP = ' │ ';
/** More are counted instead, so that a question below stays in sight. */
const MOST_ROWS = 16;

/** Two texts with their headings in two columns that fit into `width` characters. */
export function sideBySide(left: [string, string], right: [string, string], width: number): string {
  const column = Math.max(10, Math.floor((width - GAP.length) / 2));
  const [a, b] = [left, right].map(([head, text]) => [
    ...wrapText(head, column),
    '─'.repeat(column),
    ...shorten(wrapText(text, column)),
  ]) as [string[], string[]];
  const rows = Math.max(a.length, b.length);
  const lines = Array.from({ length: rows }, (_, i) => `${pad(a[i] ?? '', column)}${GAP}${b[i] ?? ''}`);
  return lines.map((line) => line.trimEnd()).join('\n');
}

export function wrapText(text: string, width: number): string[] {
  return wrapAnsi(text.replaceAll('\t', '  '), width, { hard: true }).split('\n');
}

function shorten(lines: string[]): string[] {
  if (lines.length <= MOST_ROWS) return lines;
  return [...lines.slice(0, MOST_ROWS - 1), `… ${lines.length - MOST_ROWS + 1} more lines`];
}

/** Wide characters, as in Chinese, take two columns. */
function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

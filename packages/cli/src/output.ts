import { styleText } from 'node:util';
import type { Command } from 'commander';
import { jsonText, toDocument } from './json.ts';
import { visibleText } from '@agent-memory/client/visible-text';

interface Found {
  kind: string;
  count: number;
}
interface Secrets {
  redacted?: Found[];
  warned?: Found[];
  quarantined?: string[];
}
type Stream = NodeJS.WriteStream;
type Style = Parameters<typeof styleText>[0];

/** Prints a result on stdout: one JSON document with `--json`, else the text. */
export function printResult(command: Command, result: object, text: () => string): void {
  const printed = isJson(command) ? jsonText(toDocument(result)) : withStyles(text());
  process.stdout.write(printed === '' || printed.endsWith('\n') ? printed : `${printed}\n`);
}

/** Prints a line on stderr, for people: progress, notes and questions. */
export function printNote(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** A note for people on secrets in what was stored, and on what looks planted. */
export function noteSecrets({ redacted = [], warned = [], quarantined = [] }: Secrets): void {
  const listed = (found: Found[]) => found.map(({ kind, count }) => `${count} ${kind}`).join(', ');
  if (redacted.length > 0) printNote(`Not stored: ${listed(redacted)}. A placeholder stands there.`);
  if (warned.length > 0) printNote(`Stored with secrets: ${listed(warned)}.`);
  if (quarantined.length > 0) {
    printNote(`Looks planted (${quarantined.join(', ')}): not recalled until \`agent-memory release\`.`);
  }
}

export function isJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/** Adds colours if the stream is a terminal and NO_COLOR is not set. */
export function paint(stream: Stream, style: Style, text: string): string {
  return stream.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;
}

/** Stored text cannot move the cursor, change the colours of a terminal, or hide a part of itself. */
export function printable(text: string): string {
  return visibleText(text);
}

/** What `paint` writes. */
const STYLE = /(\p{Cc}\[\d{1,3}m)/u;

/** The same for a text with styles, which stay: the last border for what a command did not make printable. */
export function withStyles(text: string): string {
  const parts = text.split(STYLE);
  const isStyle = (part: string, i: number): boolean => i % 2 === 1 && part.startsWith('\u001b');
  return parts.map((part, i) => (isStyle(part, i) ? part : visibleText(part))).join('');
}

/** The same in one line. */
export function visible(text: string): string {
  return visibleText(text).replaceAll('\n', '<U+000A>').replaceAll('\t', '<U+0009>');
}

import { styleText } from 'node:util';
import type { Command } from 'commander';
import { toDocument } from './json.ts';

type Stream = NodeJS.WriteStream;
type Style = Parameters<typeof styleText>[0];

/** Prints a result on stdout: one JSON document with `--json`, else the text. */
export function printResult(command: Command, result: object, text: () => string): void {
  const printed = isJson(command) ? JSON.stringify(toDocument(result)) : text();
  process.stdout.write(printed === '' || printed.endsWith('\n') ? printed : `${printed}\n`);
}

/** Prints a line on stderr, for people: progress, notes and questions. */
export function printNote(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

export function isJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

/** With colours where the stream is a terminal and NO_COLOR is not set. */
export function paint(stream: Stream, style: Style, text: string): string {
  return stream.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text;
}

/** Control and format characters, but not line ends, tabs and what joins the parts of an emoji or a letter. */
const CONTROLS = /(?!\n|\t|\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}]/gu;

/** Stored text cannot move the cursor or change the colours of a terminal. */
export function printable(text: string): string {
  return text.replaceAll(CONTROLS, '');
}

/** Text of a file that others wrote, in one line: its control and format characters are shown as `\u{1b}`. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`;
  });
}

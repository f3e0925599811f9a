// The transcript of Claude Code: lines of JSON, one for each message, which a conversation only appends to.
// https://code.claude.com/docs/en/agent-sdk/sessions (location and messages), read in November 2026. The format is not
// documented as stable, so unknown lines are left out.
import { closeSync, readSync } from 'node:fs';
import { isObject, objectIn } from '../json.ts';
import { openRegular } from '../regular-file.ts';
import { withoutBlocks } from './hook-text.ts';

export interface SaidMessage {
  /** `user` or `assistant`. */
  role: string;
  content: string;
}

export interface TranscriptPart {
  messages: SaidMessage[];
  /** Where the next part begins. */
  end: number;
}

/** The newest bytes count when a conversation is longer. */
const MAX_BYTES = 8 * 1024 * 1024;
const LINE_FEED = 0x0a;
/** Lines of commands and their outputs, which Claude Code writes as messages of the user. */
const NOT_SAID = /^<(?:command-|local-command-|bash-|system-reminder|task-notification)/;

/**
 * The messages from a byte of the file on, which may have any size. A line that is still being written is left for the
 * next time. Throws an error for what is no regular file, such as a pipe.
 */
export function readTranscript(file: string, from: number): TranscriptPart {
  const { descriptor, size } = openRegular(file);
  try {
    // A file that became shorter is another one.
    const start = Math.max(from <= size ? from : 0, size - MAX_BYTES);
    const bytes = Buffer.alloc(size - start);
    const bytesRead = readSync(descriptor, bytes, 0, bytes.length, start);
    const whole = bytes.subarray(0, bytes.subarray(0, bytesRead).lastIndexOf(LINE_FEED) + 1);
    return { messages: whole.toString().split('\n').flatMap(saidIn), end: start + whole.length };
  } finally {
    closeSync(descriptor);
  }
}

/** The messages of a line; none if it holds nothing that the person and the assistant said to each other. */
export function saidIn(line: string): SaidMessage[] {
  const entry = objectIn(line);
  return entry === null ? [] : saidByEntry(entry);
}

/** As `saidIn`, of a line that was read as JSON. */
export function saidByEntry(entry: Record<string, unknown>): SaidMessage[] {
  if (entry.isMeta === true || entry.isSidechain === true || entry.isCompactSummary === true) return [];
  const { type, message } = entry;
  if ((type !== 'user' && type !== 'assistant') || !isObject(message)) return [];
  const content = withoutBlocks(textOf(message.content));
  return content === '' || NOT_SAID.test(content) ? [] : [{ role: type, content }];
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) =>
      isObject(part) && part.type === 'text' && typeof part.text === 'string' ? part.text : '',
    )
    .filter((text) => text !== '')
    .join('\n');
}

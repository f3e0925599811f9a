import type { ConversationMessage } from '@agent-memory/client';
import { usageError } from './failure.ts';
import { saidIn } from './hooks/transcript.ts';
import { isObject } from './json.ts';
import { readRegular } from './regular-file.ts';
import { readStdin } from './stdin.ts';

/** Characters of stdin, bytes of a file. */
const MAX_CHARACTERS = 20_000_000;
/** `Ana: text`. A name has no more than three words, so that a sentence with a colon is none. */
const SPEAKER =
  /^([\p{L}][\p{L}\p{M}\p{N}_.'-]{0,39}(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}_.'-]{0,39}){0,2}):[ \t]+(\S.*)$/u;

/** The messages of a conversation in a file, or on stdin for `-`. */
export async function readConversation(file: string): Promise<ConversationMessage[]> {
  const text = file === '-' ? await readStdin(MAX_CHARACTERS) : readText(file);
  const messages = parseConversation(text);
  if (messages.length === 0) throw usageError(`${file === '-' ? 'stdin' : file} holds no messages.`);
  return messages;
}

export function parseConversation(text: string): ConversationMessage[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed.startsWith('[')) return ofList(parsed(trimmed));
  if (trimmed.startsWith('{')) return ofLines(trimmed);
  return ofText(trimmed);
}

function ofList(value: unknown): ConversationMessage[] {
  if (!Array.isArray(value)) return [];
  return value.map((each: unknown, at) => {
    const message = messageOf(each);
    if (message === null) throw usageError(`Message ${at + 1} has no "role" and "content" as text.`);
    return message;
  });
}

/** Lines of messages, or a transcript of Claude Code, or one object with `messages`. */
function ofLines(text: string): ConversationMessage[] {
  const whole = tryParsed(text);
  if (isObject(whole) && Array.isArray(whole.messages)) return ofList(whole.messages);
  if (isObject(whole)) return ofList([whole]);
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const value = tryParsed(line);
    if (!isObject(value)) throw usageError(`Line ${at + 1} is not JSON.`);
    const message = messageOf(value);
    return message === null ? saidIn(line) : [message];
  });
}

function ofText(text: string): ConversationMessage[] {
  const messages: ConversationMessage[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, speaker, said] = SPEAKER.exec(line) ?? [];
    const last = messages.at(-1);
    if (speaker !== undefined && said !== undefined) messages.push({ role: speaker, content: said });
    else if (last) last.content += `\n${line}`;
    else if (line.trim() !== '') messages.push({ role: 'user', content: line });
  }
  return messages.map(({ role, content }) => ({ role, content: content.trim() }));
}

function messageOf(value: unknown): ConversationMessage | null {
  if (!isObject(value) || typeof value.role !== 'string' || typeof value.content !== 'string') return null;
  return { role: value.role, content: value.content };
}

function readText(file: string): string {
  try {
    return readRegular(file, MAX_CHARACTERS).toString();
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`The conversation is not valid JSON: ${(error as Error).message}`);
  }
}

function tryParsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { isObject } from '../../../common/objects';
import type { RemoteRunEvent } from './backend-api';
import { WrongAnswer } from './call';
import { fieldOf, idOf, type JsonObject, objectOf, readJobState, textOf } from './read-answers';

const MAX_CHARACTERS = 16 * 1_024 * 1_024;
const LINE_END = /\r\n|\n|\r/;

/** The stream of events exceeds its size limit. */
export class EventsTooLong extends Error {}

/**
 * Server-sent events (WHATWG HTML, section 9.2.6), with JSON data parsed. An event without a closing empty line is
 * dropped, as the standard says.
 */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncIterable<RemoteRunEvent> {
  const lines = new EventLines();
  for await (const line of linesOf(body)) {
    const event = lines.push(line);
    if (event !== null) yield event;
  }
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let characters = 0;
  let endedInReturn = false;
  for await (const chunk of untilBroken(body)) {
    const text = decoder.decode(chunk, { stream: true });
    characters += text.length;
    if (characters > MAX_CHARACTERS) throw new EventsTooLong('its events do not end');
    // The chunk starts with the second half of a CRLF.
    rest += endedInReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') endedInReturn = text.endsWith('\r');
    const lines = rest.split(LINE_END);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** A broken connection ends the stream; the caller then polls the run. */
async function* untilBroken(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch {
    return;
  }
}

class EventLines {
  private event = '';
  private data: string[] = [];

  /** The event that this line completes; null for none. */
  push(line: string): RemoteRunEvent | null {
    if (line === '') return this.end();
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === 'event') this.event = value;
    if (name === 'data') this.data.push(value);
    return null;
  }

  private end(): RemoteRunEvent | null {
    const { event, data } = this;
    this.event = '';
    this.data = [];
    if (data.length === 0 && event === '') return null;
    return { event: event === '' ? 'message' : event, data: dataOf(data.join('\n')) };
  }
}

function dataOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Roles of messages that are no result of the run. */
const ASKING: ReadonlySet<unknown> = new Set(['user', 'system', 'tool']);
const TEXTS = ['content', 'text', 'message', 'answer', 'output', 'result'] as const;

/** The id of the run that an event announces; null without one. */
export function runIdOf(data: unknown): string | null {
  return isObject(data) ? idOf(data, 'run_id', 'runId', 'id') : null;
}

/** The text of a message, which servers wrap in several ways; null if the model did not write it. */
export function messageText(data: unknown): string | null {
  if (typeof data === 'string') return data === '' ? null : data;
  if (Array.isArray(data)) return partsText(data) ?? JSON.stringify(data);
  if (!isObject(data) || ASKING.has(data.role)) return null;
  const content = fieldOf(data, ...TEXTS);
  return content === undefined ? null : messageText(content);
}

/** The state of a run and, once it is done, the text of its last message. Throws `WrongAnswer` without one. */
export function readRun(body: unknown): { state: 'running' | 'failed' } | { state: 'done'; text: string } {
  const state = readJobState(body);
  if (state !== 'done') return { state };
  const text = lastText(objectOf(body, 'the answer'));
  if (text === null) throw new WrongAnswer('messages are missing');
  return { state, text };
}

function lastText(run: JsonObject): string | null {
  const messages = fieldOf(run, 'messages');
  if (!Array.isArray(messages)) return messageText(run);
  return (
    messages.map(messageText).findLast((text) => text !== null) ?? messageText({ ...run, messages: null })
  );
}

/** The text of content in parts, which are texts or objects with a text; null for other parts. */
function partsText(parts: readonly unknown[]): string | null {
  const texts = parts.map((part) =>
    isObject(part) ? textOf(part, 'text') : typeof part === 'string' ? part : null,
  );
  return texts.length > 0 && texts.every((text) => text !== null) ? texts.join('') : null;
}

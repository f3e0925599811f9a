import { isObject } from '../../../common/objects';
import { readEvents } from '../../../inference/server-events';
import type { RemoteRunEvent } from './backend-api';
import { WrongAnswer } from './call';
import { fieldOf, idOf, type JsonObject, objectOf, readJobState, textOf } from './read-answers';

const MAX_CHARACTERS = 16 * 1_024 * 1_024;

/** The events of a run, with JSON data parsed. Throws `EventsTooLong`. */
export async function* readRunEvents(body: AsyncIterable<Uint8Array>): AsyncIterable<RemoteRunEvent> {
  for await (const { event, data } of readEvents(untilBroken(body), MAX_CHARACTERS)) {
    yield { event: event === '' ? 'message' : event, data: dataOf(data ?? '') };
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

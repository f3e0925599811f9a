import { WrongAnswer } from './call';
import { fieldOf, isObject, objectOf, textOf, type JsonObject } from './json-fields';
import { readJobState } from './read-answers';

/** Roles of messages that are not what the run found. */
const ASKING: ReadonlySet<unknown> = new Set(['user', 'system', 'tool']);
const TEXTS = ['content', 'text', 'message', 'answer', 'output', 'result'] as const;

/** What an event that begins a run calls it; null where it does not. */
export function runIdOf(data: unknown): string | null {
  if (!isObject(data)) return null;
  const id = fieldOf(data, 'run_id', 'runId', 'id');
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The text of a message, which servers wrap in more than one way; null where it is none of the model's. */
export function messageText(data: unknown): string | null {
  if (typeof data === 'string') return data === '' ? null : data;
  if (Array.isArray(data)) return partsText(data) ?? JSON.stringify(data);
  if (!isObject(data) || ASKING.has(data.role)) return null;
  const content = fieldOf(data, ...TEXTS);
  return content === undefined ? null : messageText(content);
}

/** How a run is, and the text of its last message once it is done. Throws `WrongAnswer` where there is none. */
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

/** Of content in parts: texts, or objects with one. Null where they are something else, such as what was found. */
function partsText(parts: readonly unknown[]): string | null {
  const texts = parts.map((part) =>
    isObject(part) ? textOf(part, 'text') : typeof part === 'string' ? part : null,
  );
  return texts.length > 0 && texts.every((text) => text !== null) ? texts.join('') : null;
}

import { codePoints } from '../common/text';

export interface Message {
  role: string;
  content: string;
}

/** In code points. */
export const MAX_CONVERSATION = 120_000;

/** The newest messages that are within the limit together, in their order. A message is taken whole or not at all. */
export function newestWithin(messages: readonly Message[], limit: number): Message[] {
  let length = 0;
  for (let first = messages.length; first > 0; first--) {
    length += codePoints(messages[first - 1]?.content ?? '');
    if (length > limit) return messages.slice(first);
  }
  return [...messages];
}

/** Whose words a message holds. */
export interface Speaker {
  kind: 'person' | 'assistant';
  /** As a sentence names them: `the user`, `Alice`. */
  name: string;
}

const USERS: ReadonlySet<string> = new Set(['user', 'human', 'me']);
const ASSISTANTS: ReadonlySet<string> = new Set(['assistant', 'ai', 'bot', 'model', 'agent', 'chatbot']);
/** Not statements of a person: settings of the conversation and outputs of programs. */
const SILENT: ReadonlySet<string> = new Set(
  'system developer tool function ipython environment observation'.split(' '),
);
const NAME = /^\p{Lu}[\p{L}\p{M}'.-]*(?: \p{Lu}[\p{L}\p{M}'.-]*){0,3}$/u;
const KIND_OF_PERSON = /^[a-z]+(?:[ -][a-z]+)?$/;

/** Null for a role whose messages state nothing. A role may be any text; only one that looks like a name is repeated. */
export function speakerOf(role: string): Speaker | null {
  const given = role.trim();
  const key = given.toLowerCase();
  if (SILENT.has(key)) return null;
  if (ASSISTANTS.has(key)) return { kind: 'assistant', name: 'the assistant' };
  if (USERS.has(key)) return { kind: 'person', name: 'the user' };
  if (NAME.test(given)) return { kind: 'person', name: given };
  return { kind: 'person', name: KIND_OF_PERSON.test(given) ? `the ${given}` : 'the speaker' };
}

/** The messages whose statements are wanted: an assistant's only when they are asked for. */
export function heard(messages: readonly Message[], includeAssistant: boolean): Message[] {
  return messages.filter(({ role }) => includeAssistant || speakerOf(role)?.kind !== 'assistant');
}

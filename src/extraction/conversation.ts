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

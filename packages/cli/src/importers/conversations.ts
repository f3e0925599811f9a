import type { ChatMessage, Conversation } from './entry.ts';
import { splitText } from './split-text.ts';

/** Collects messages that come in any order. */
export class Conversations {
  private readonly byRef = new Map<string, ChatMessage[]>();

  add(ref: string, message: ChatMessage): void {
    const messages = this.byRef.get(ref);
    if (messages === undefined) this.byRef.set(ref, [message]);
    else messages.push(message);
  }

  /** Each with its messages in the order of their times. */
  *all(): Generator<Conversation> {
    for (const [ref, messages] of this.byRef)
      yield { kind: 'conversation', ref, messages: inOrder(messages) };
  }
}

/** A message without a time stays behind the one before it. */
function inOrder(messages: readonly ChatMessage[]): ChatMessage[] {
  let last = 0;
  const timed = messages.map((message) => ({ message, time: (last = message.at?.getTime() ?? last) }));
  return timed.sort((a, b) => a.time - b.time).map(({ message }) => message);
}

/** A pause after which a conversation goes on at another time. */
const PAUSE_MS = 3_600_000;
/** Of one request for extraction: the service reads 120,000 characters of 200 messages. */
const MAX_MESSAGES = 200;
const MAX_CHARACTERS = 100_000;

/**
 * The parts of a conversation that were written at one time. What is extracted from a part has the time of its first
 * message, so it is at most the length of the part too early.
 */
export function sittings(messages: readonly ChatMessage[]): ChatMessage[][] {
  const parts: ChatMessage[][] = [];
  let part: ChatMessage[] = [];
  let characters = 0;
  let last: Date | null = null;
  for (const message of messages.flatMap(inPieces)) {
    const isLater = last !== null && message.at !== null && message.at.getTime() - last.getTime() > PAUSE_MS;
    const isFull = part.length === MAX_MESSAGES || characters + message.content.length > MAX_CHARACTERS;
    if (part.length > 0 && (isLater || isFull)) {
      parts.push(part);
      part = [];
      characters = 0;
    }
    part.push(message);
    characters += message.content.length;
    last = message.at ?? last;
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/** The service takes messages of a limited length. */
function inPieces(message: ChatMessage): ChatMessage[] {
  return splitText(message.content).map((content) => ({ ...message, content }));
}

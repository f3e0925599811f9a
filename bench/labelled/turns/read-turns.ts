import type { Message } from '../../../src/extraction/conversation';
import { DEV_TURNS } from './dev';
import { TEST_TURNS } from './test';

/**
 * A conversation and the facts that a person would keep of it. In the text form, `#` begins a conversation with its kind,
 * `U:`, `A:` or another role begins a message, and `=` a fact: words that a candidate must hold to say it. A word stands
 * for all that begin with it, `|` separates words of which one is enough.
 */
export interface LabelledTurns {
  kind: string;
  messages: Message[];
  facts: string[];
}

const ROLES: Readonly<Record<string, string>> = { U: 'user', A: 'assistant' };

function readTurns(text: string): LabelledTurns[] {
  return text
    .split(/^# /m)
    .slice(1)
    .map((group) => {
      const [kind = '', ...lines] = group.trimEnd().split('\n');
      const turns: LabelledTurns = { kind, messages: [], facts: [] };
      for (const line of lines) readLine(line, turns);
      return turns;
    });
}

function readLine(line: string, { messages, facts }: LabelledTurns): void {
  const [, role, content] = /^(U|A|[a-z]+): (.*)$/.exec(line) ?? [];
  const last = messages.at(-1);
  if (line.startsWith('= ')) facts.push(line.slice(2));
  else if (role !== undefined) messages.push({ role: ROLES[role] ?? role, content: content ?? '' });
  else if (last !== undefined && line !== '') last.content += `\n${line}`;
}

export const LABELLED_TURNS: Readonly<Record<'dev' | 'test', LabelledTurns[]>> = {
  dev: readTurns(DEV_TURNS),
  test: readTurns(TEST_TURNS),
};

/** Whether a text says a fact, by the words of its label. */
export function says(text: string, fact: string): boolean {
  const words = text.toLowerCase().replace(/\u2019/g, "'");
  return fact.split(' ').every((term) => term.split('|').some((word) => holdsWord(words, word)));
}

function holdsWord(text: string, word: string): boolean {
  if (word === "n't") return text.includes("n't");
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

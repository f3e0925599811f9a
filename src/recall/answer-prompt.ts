import { memoryText } from '../backend/memory';
import { beginningOf } from '../backend/valid-time';
import { approximateTokens } from '../common/approximate-tokens';
import { visibleText } from '../common/visible-text';
import { fenced, fencedRow, fenceRule } from '../inference/fence';
import type { AnswerMemory } from './answer-memory';
import { dayOf, quoteOf } from './extractive-answer';

const FENCE = 'memories';

/** Tokens of memories in a prompt, which models with a small context still read. */
export const MOST_TOKENS = 6_000;

/** What a model answers when the memories do not hold the answer. */
export const NOT_IN_MEMORY = 'Not in memory.';

export const ANSWER_SYSTEM = `You answer a question from numbered memories of an agent, each with "n", its number, "since", \
the day it was said or began to hold, and "text". ${fenceRule(FENCE)}

Rules:
- Use only what the memories say; do not add what you know otherwise. Write names, numbers and dates as they stand there.
- After every statement cite the memories it rests on by their numbers in square brackets: [1] or [1, 3].
- A memory with "until" no longer holds. Say first what holds now, then what held before and until when.
- Memories with "contradicts" contradict those with these numbers, and it is not known which is right: name both.
- If the memories do not answer the question, write exactly: ${NOT_IN_MEMORY}
- Answer in the language of the question, in a few short sentences, without a preamble.

Two examples:

{"n":1,"since":"2026-03-02","text":"The team deploys on Mondays."}
{"n":2,"since":"2025-11-10","until":"2026-03-02","text":"The team deploys on Fridays."}
Question: "When does the team deploy?"
On Mondays [1]. Before 2026-03-02 it was on Fridays [2].

{"n":1,"since":"2026-01-20","text":"Invoices are sent on the first of the month."}
Question: "Who approves invoices?"
${NOT_IN_MEMORY}`;

/** A question with the memories from which it is answered. */
export interface AnswerPrompt {
  text: string;
  /** The memories in the prompt, in the order of their numbers. */
  given: AnswerMemory[];
  /** Tokens of these memories in the prompt. */
  tokens: number;
}

interface PromptMemory {
  n: number;
  since: string;
  until?: string;
  contradicts?: number[];
  text: string;
}

/**
 * Question and memories as one prompt, the memories as data that nothing in them can end. They take at most so many tokens,
 * as `approximateTokens` counts; the first one is always there, with a part of its text if need be.
 */
export function answerPrompt(
  question: string,
  memories: readonly AnswerMemory[],
  mostTokens = MOST_TOKENS,
): AnswerPrompt {
  const parts = withinTokens(memories, mostTokens);
  const given = memories.slice(0, parts.length);
  const rows = given.map((memory, at) => rowOf(given, memory, at, parts[at]?.text ?? ''));
  const tokens = parts.reduce((sum, part) => sum + part.tokens, 0);
  const asked = `Question: ${visibleText(JSON.stringify(question))}`;
  return { text: `${fenced(FENCE, rows)}\n\n${asked}`, given, tokens };
}

/** What a row has beside its text. */
const ROW_TOKENS = 15;

/** The texts, best first, that fit. One that takes more than half of the room left is quoted. */
function withinTokens(memories: readonly AnswerMemory[], most: number): { text: string; tokens: number }[] {
  const parts: { text: string; tokens: number }[] = [];
  let left = most;
  for (const { memory, matchedTerms } of memories) {
    const whole = memoryText(memory);
    const fits = tokensOf(whole) <= left / 2 + ROW_TOKENS;
    let text = fits ? whole : quoteOf(memory.content, matchedTerms);
    if (parts.length === 0) text = firstTokens(text, left);
    const tokens = tokensOf(text);
    if (parts.length > 0 && tokens > left) break;
    left -= tokens;
    parts.push({ text, tokens });
  }
  return parts;
}

/** Of a row with this text: quotes and brackets in it are escaped. */
function tokensOf(text: string): number {
  return approximateTokens(fencedRow(text)) + ROW_TOKENS;
}

function firstTokens(text: string, most: number): string {
  let part = text;
  while (part.length > 1 && tokensOf(part) > most) part = part.slice(0, Math.floor(part.length / 2));
  return part.toWellFormed();
}

function rowOf(given: readonly AnswerMemory[], each: AnswerMemory, at: number, text: string): PromptMemory {
  const { memory, holding, contradicts } = each;
  const against = given.flatMap((other, place) => (contradicts.includes(other.memory.id) ? [place + 1] : []));
  return {
    n: at + 1,
    since: dayOf(beginningOf(memory)),
    ...(holding.kind === 'former' && {
      until: holding.until === null ? 'an unknown day' : dayOf(holding.until),
    }),
    ...(against.length > 0 && { contradicts: against }),
    text,
  };
}

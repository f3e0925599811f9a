import { isObject } from '../common/objects';
import { firstBytes, shortened } from '../common/text';
import { fenced, fenceRule } from '../inference/fence';
import type { Memory } from '../backend/memory';
import { LINK_KINDS, type LinkKind } from './link';
import type { VerdictWords } from './pair-judge';

/** Of one memory so many UTF-8 bytes are read. */
const MEMORY_BYTES = 2_500;

const KINDS =
  '"contradiction": both cannot be true of the same subject at the same time (another value, number, date or ' +
  'place, or one denies the other). "update": the newer memory says that what the older one says has changed. ' +
  '"duplicate": both say the same and neither adds anything.';
const NO_CONFLICT =
  'No conflict: different subjects, different attributes, two of several things that may hold together, events of ' +
  'different days, and a memory that only adds detail to the other.';

export const JUDGE_SYSTEM = [
  'You look after the long-term memory of an agent. You are given a pair of memories that are similar. Say whether they ' +
    'conflict.',
  `Types: ${KINDS}`,
  `${NO_CONFLICT} When in doubt, there is none.`,
  'For a conflict give the number of the pair, its type, a title of at most 10 words, a description of what ' +
    'exactly conflicts in one or two sentences, and a recommendation what to do in one sentence, in the language of ' +
    'the memories. No conflict: an empty list. Answer with one JSON object and nothing else.',
  fenceRule('pairs'),
].join('\n\n');

export const JUDGE_SCHEMA: Record<string, unknown> = {
  type: 'object',
  properties: {
    conflicts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          pair: { type: 'integer' },
          type: { type: 'string', enum: [...LINK_KINDS] },
          title: { type: 'string' },
          description: { type: 'string' },
          recommendation: { type: 'string' },
        },
        required: ['pair', 'type', 'title', 'description', 'recommendation'],
        additionalProperties: false,
      },
    },
  },
  required: ['conflicts'],
  additionalProperties: false,
};

export const DECISION_SYSTEM = [
  'You are given a pair of memories of an agent. Say how they relate.',
  `${KINDS} "none": none of these.`,
  NO_CONFLICT,
  'Answer with one JSON object and nothing else.',
  fenceRule('pairs'),
].join('\n\n');

/** A typed question: one of four words. */
export const DECISION_SCHEMA: Record<string, unknown> = {
  type: 'object',
  properties: { relation: { type: 'string', enum: [...LINK_KINDS, 'none'] } },
  required: ['relation'],
  additionalProperties: false,
};

type ShownMemory = Pick<Memory, 'content' | 'title' | 'type' | 'createdAt'>;

/** The pair has number 1. */
export function pairPrompt(older: ShownMemory, newer: ShownMemory): string {
  return fenced('pairs', [{ pair: 1, older: toData(older), newer: toData(newer) }]);
}

function toData({ content, title, type, createdAt }: ShownMemory): object {
  const text = content.startsWith(title.replace(/\.\.\.$/, '')) ? content : `${title}\n${content}`;
  return { created: createdAt.toISOString().slice(0, 10), type, text: firstBytes(text, MEMORY_BYTES) };
}

const MAX_TITLE = 100;
const MAX_TEXT = 500;

/** What a model says of a pair. */
export interface ModelVerdict {
  kind: LinkKind | 'none';
  words: VerdictWords | null;
}

/**
 * The verdict in a model's answer to `pairPrompt`. What names another pair or a type that does not exist is dropped, and of
 * two verdicts the second. Null for an answer that is no list of conflicts.
 */
export function readVerdict(answer: unknown): ModelVerdict | null {
  const rows = isObject(answer) ? answer.conflicts : answer;
  if (!Array.isArray(rows)) return null;
  for (const row of rows as unknown[]) {
    const kind = isObject(row) && numberOf(row.pair) === 1 ? kindIn(row.type) : null;
    if (isObject(row) && kind !== null) return { kind, words: wordsIn(row) };
  }
  return { kind: 'none', words: null };
}

/** Null for an answer that is none of the words. */
export function readDecision(answer: unknown): ModelVerdict | null {
  const said = isObject(answer) ? answer.relation : answer;
  const kind = said === 'none' ? 'none' : kindIn(said);
  return kind === null ? null : { kind, words: null };
}

function kindIn(value: unknown): LinkKind | null {
  return LINK_KINDS.find((each) => each === value) ?? null;
}

function wordsIn({ title, description, recommendation }: Record<string, unknown>): VerdictWords {
  return {
    title: textOf(title, MAX_TITLE),
    description: textOf(description, MAX_TEXT),
    recommendation: textOf(recommendation, MAX_TEXT),
  };
}

/** Small models write numbers as texts now and then. */
function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
}

/** One line, so that it can be shown as it is; empty without a text. */
function textOf(value: unknown, max: number): string {
  return typeof value === 'string' ? shortened(value, max) : '';
}

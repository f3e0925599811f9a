import { isObject } from '../../common/objects';
import { firstBytes } from '../../common/text';
import { fenced, fencedRow, fenceRule } from '../../inference/fence';
import {
  CONFLICT_TYPES,
  type JudgedMemory,
  type MemoryPair,
  RECOMMENDATIONS,
  shortened,
  TITLES,
  type Verdict,
} from './verdict';

/** UTF-8 bytes of memories in one call, about 3,000 English tokens: small models and their answers take that. */
const BATCH_BYTES = 12_000;
const BATCH_PAIRS = 12;
/** Of one memory so much is read, so that the longest two fit into one call. */
const MEMORY_BYTES = 2_500;

export const JUDGE_SYSTEM = [
  'You look after the long-term memory of an agent. You are given numbered pairs of memories that are similar. Name ' +
    'the pairs that conflict, and leave out all others.',
  'Types: "contradiction": both cannot be true of the same subject at the same time (another value, number, date or ' +
    'place, or one denies the other). "update": the newer memory says that what the older one says has changed. ' +
    '"duplicate": both say the same and neither adds anything.',
  'No conflict: different subjects, different attributes, two of several things that may hold together, events of ' +
    'different days, and a memory that only adds detail to the other. When in doubt, leave the pair out.',
  'For each conflict give the number of the pair, its type, a title of at most 10 words, a description of what ' +
    'exactly conflicts in one or two sentences, and a recommendation what to do in one sentence, in the language of ' +
    'the memories. No conflict at all: an empty list. Answer with one JSON object and nothing else.',
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
          type: { type: 'string', enum: [...CONFLICT_TYPES] },
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

/** The pairs of one call; the first has number 1. */
export function judgePrompt(pairs: readonly MemoryPair[]): string {
  return fenced('pairs', pairs.map(toRow));
}

/** The pairs in their order, by calls. */
export function inBatches(pairs: readonly MemoryPair[]): MemoryPair[][] {
  const batches: MemoryPair[][] = [];
  let left = 0;
  for (const pair of pairs) {
    const bytes = Buffer.byteLength(fencedRow(toRow(pair, BATCH_PAIRS)));
    const last = batches.at(-1);
    if (last === undefined || bytes > left || last.length >= BATCH_PAIRS) {
      batches.push([pair]);
      left = BATCH_BYTES - bytes;
    } else {
      last.push(pair);
      left -= bytes;
    }
  }
  return batches;
}

function toRow({ older, newer }: MemoryPair, index: number): object {
  return { pair: index + 1, older: toData(older), newer: toData(newer) };
}

function toData({ content, title, type, createdAt }: JudgedMemory): object {
  const text = content.startsWith(title.replace(/\.\.\.$/, '')) ? content : `${title}\n${content}`;
  return { created: createdAt.toISOString().slice(0, 10), type, text: firstBytes(text, MEMORY_BYTES) };
}

const MAX_TITLE = 100;
const MAX_TEXT = 500;

/**
 * The verdicts in a model's answer to a batch of `count` pairs, in their order. What names a pair or a type that does
 * not exist is dropped, and of two verdicts on a pair the second. Null for an answer that is no list of conflicts.
 */
export function readVerdicts(answer: unknown, count: number): (Verdict | null)[] | null {
  const rows = isObject(answer) ? answer.conflicts : answer;
  if (!Array.isArray(rows)) return null;
  const verdicts = Array.from({ length: count }, (): Verdict | null => null);
  for (const row of rows as unknown[]) {
    if (!isObject(row)) continue;
    const at = numberOf(row.pair) - 1;
    if (verdicts[at] === null) verdicts[at] = toVerdict(row);
  }
  return verdicts;
}

function toVerdict({ type, title, description, recommendation }: Record<string, unknown>): Verdict | null {
  const known = CONFLICT_TYPES.find((each) => each === type);
  if (known === undefined) return null;
  return {
    type: known,
    title: textOf(title, MAX_TITLE, TITLES[known]),
    description: textOf(description, MAX_TEXT, ''),
    recommendation: textOf(recommendation, MAX_TEXT, RECOMMENDATIONS[known]),
  };
}

/** Small models write numbers as texts now and then. */
function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
}

/** One line, so that it can be shown as it is. */
function textOf(value: unknown, max: number, otherwise: string): string {
  const text = typeof value === 'string' ? shortened(value, max) : '';
  return text === '' ? otherwise : text;
}

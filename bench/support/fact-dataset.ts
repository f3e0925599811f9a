import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { NewMemory } from './agent-client';

const FOLDER = resolve(__dirname, '../data');

/** A memory as an agent writes it: it stands for itself. */
export type Fact = NewMemory & { id: string };

export const KINDS = ['words', 'paraphrased', 'two facts', 'no answer'] as const;
/**
 * How a question relates to its facts: it shares words with them, or none (`paraphrased`), it needs two of them, or
 * no fact answers it.
 */
export type QuestionKind = (typeof KINDS)[number];

export interface FactQuestion {
  id: string;
  kind: QuestionKind;
  /** Choose rules on the development half; docs/RECALL.md says which were chosen on both. */
  half: 'development' | 'held-out';
  /** Ids of the facts that answer it. */
  right: string[];
  question: string;
}

export function readFacts(): Promise<Fact[]> {
  return readLines('facts.jsonl');
}

export function readFactQuestions(): Promise<FactQuestion[]> {
  return readLines('fact-questions.jsonl');
}

async function readLines<T>(file: string): Promise<T[]> {
  const text = await readFile(resolve(FOLDER, file), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

import { readDataset } from '../dataset';
import { randomInteger, type Random } from '../random';
import { queryFrom, sentenceMaker } from '../sentences';

/** Memories and questions without end. */
export interface TextSource {
  memory(): string;
  query(): string;
}

/** Made-up sentences, and a few words in a row of others. */
export function madeUpTexts(random: Random): TextSource {
  const sentence = sentenceMaker(random);
  return { memory: sentence, query: () => queryFrom(sentence(), random) };
}

/** What people said to each other, and what was asked about it. */
export interface RealTexts {
  turns: readonly string[];
  questions: readonly string[];
}

/** Throws when the file is no dataset, or holds nothing. */
export async function readRealTexts(file: string): Promise<RealTexts> {
  const conversations = await readDataset(file);
  const turns = conversations.flatMap(({ memories }) => memories.map(({ content }) => content));
  const questions = conversations.flatMap((conversation) =>
    conversation.questions.map(({ question }) => question),
  );
  if (turns.length === 0 || questions.length === 0)
    throw new Error(`${file} holds no turns, or no questions`);
  return { turns, questions };
}

/** Two turns by chance make a memory: of those there are more than a benchmark stores. */
export function realTexts({ turns, questions }: RealTexts, random: Random): TextSource {
  const pick = (list: readonly string[]): string => list[randomInteger(random, 0, list.length - 1)] ?? '';
  return { memory: () => `${pick(turns)}\n${pick(turns)}`, query: () => pick(questions) };
}

import { memoryText } from '../backend/memory';
import type { ScoredMemory } from '../backend/memory-search';
import { visibleText } from '../common/visible-text';
import { fenced, fenceRule } from '../inference/fence';
import { ModelUnavailable, type GenerationRequest, type TextGenerator } from '../inference/text-generator';
import type { BearingMemory } from './bearing';
import { CitedText } from './cited-text';
import { extractiveAnswer, quoteOf, type Answer } from './extractive-answer';

const FENCE = 'memories';

/** Characters of memories in a prompt, which models with a small context still read. */
const BUDGET = 24_000;

export const ANSWER_SYSTEM = `You answer a question from the memories of an agent, each with "id", "created_at", "type" \
and "text". ${fenceRule(FENCE)}

Use only what the memories say; do not add what you know otherwise. Where they contradict each other, prefer the \
newer one and say so. After every statement cite the memories it rests on, by id in square brackets, such as \
[0190b5a0-7c00-7000-8000-000000000001]. If the memories do not hold the answer, say so in one sentence and cite \
nothing. Answer in the language of the question, in a few sentences, without a preamble.`;

interface PromptMemory {
  id: string;
  created_at: string;
  type: string;
  text: string;
}

/** Question and memories as one prompt, the memories as data that nothing in them can end. */
export function answerPrompt(question: string, found: readonly ScoredMemory[]): string {
  return `${fenced(FENCE, withinBudget(found))}\n\nQuestion: ${visibleText(JSON.stringify(question))}`;
}

/** The memories, best first, that fit. One that takes more than half of the room left is quoted. */
function withinBudget(found: readonly ScoredMemory[]): PromptMemory[] {
  const rows: PromptMemory[] = [];
  let left = BUDGET;
  for (const result of found) {
    const whole = rowOf(result, memoryText(result.memory));
    const row = whole.text.length <= left / 2 ? whole : rowOf(result, quote(result));
    if (row.text.length > left) break;
    left -= row.text.length;
    rows.push(row);
  }
  return rows;
}

function rowOf({ memory: { id, createdAt, type } }: ScoredMemory, text: string): PromptMemory {
  return { id, created_at: createdAt.toISOString(), type, text };
}

function quote({ memory, matchedTerms }: ScoredMemory): string {
  return quoteOf(memory.content, matchedTerms);
}

interface Warnings {
  warn(message: string): void;
}

/** By the model, with the memories that it cites as sources; by quotes where there is no model, or it fails. */
export async function answerFrom(
  found: readonly BearingMemory[],
  generator: TextGenerator,
  generation: GenerationRequest,
  logger: Warnings,
): Promise<Answer> {
  if (generator.model === null || found.length === 0) return extractiveAnswer(found);
  try {
    const { text, model } = await generator.generate(generation);
    const citing = new CitedText(found);
    const answer = (citing.push(text) + citing.end()).trim();
    if (answer === '') throw nothingLeft();
    return { text: answer, sources: citing.sources, generatedBy: model };
  } catch (error) {
    return withoutModel(error, found, logger);
  }
}

/** The answer after a failure of the model; throws other errors. */
export function withoutModel(error: unknown, found: readonly BearingMemory[], logger: Warnings): Answer {
  if (!(error instanceof ModelUnavailable)) throw error;
  logger.warn(`Answering without the model: ${error.message}`);
  return extractiveAnswer(found);
}

export function nothingLeft(): ModelUnavailable {
  return new ModelUnavailable('The model wrote no more than citations of memories that it was not given');
}

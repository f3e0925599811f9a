import type { ScoredMemory } from '../backend/memory-search';
import { fenced, fenceRule } from '../inference/fence';
import type { GenerationRequest } from '../inference/text-generator';
import { ANSWER_SYSTEM, answerPrompt } from '../recall/model-answer';

/** What a client asks of the model. */
export interface AnswerTask {
  query: string;
  /** Null: the configured one. */
  model: string | null;
  temperature: number;
  /** Said before the question and after it; empty for nothing. */
  header: string;
  footer: string;
  history: readonly { role: string; content: string }[];
}

const FENCE = 'conversation';
const ALONE = 'Answer the question. Say so when you do not know.';

/** The question alone: the client's header says what the model is to do. */
export function toPlainGeneration(task: AnswerTask, signal: AbortSignal): GenerationRequest {
  return toGeneration(task, task.header === '' ? ALONE : task.header, task.query, signal);
}

/** The question with what was found for it. */
export function toGroundedGeneration(
  task: AnswerTask,
  found: readonly ScoredMemory[],
  signal: AbortSignal,
): GenerationRequest {
  return toGeneration(task, joined(ANSWER_SYSTEM, task.header), answerPrompt(task.query, found), signal);
}

function toGeneration(
  task: AnswerTask,
  system: string,
  question: string,
  signal: AbortSignal,
): GenerationRequest {
  const { history, footer, model, temperature } = task;
  const before = history.length === 0 ? '' : fenced(FENCE, history);
  return {
    system: joined(system, history.length === 0 ? '' : fenceRule(FENCE)),
    prompt: joined(before, question, footer),
    model,
    temperature,
    signal,
  };
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

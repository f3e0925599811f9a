import { approximateTokens } from '../common/approximate-tokens';
import type { Language } from '../common/languages';
import {
  AnswerCut,
  isTooMuch,
  ModelUnavailable,
  PromptTooLong,
  type GenerationRequest,
  type TextGenerator,
} from '../inference/text-generator';
import type { AnswerMemory } from './answer-memory';
import { answerPrompt, MOST_TOKENS, type AnswerPrompt } from './answer-prompt';
import { AnswerReader } from './answer-reader';
import { EXTRACTIVE, extractiveAnswer, MAX_SOURCES, type Answer } from './extractive-answer';

/** A question, the memories from which it is answered, and how the model is asked. */
export interface AnswerTask {
  question: string;
  language: Language;
  memories: readonly AnswerMemory[];
  /** Whether all memories are quoted where no model answers. */
  isBroad: boolean;
  /** The name of the model that is asked. */
  model: string;
  /** The request with these memories and this question as a part of its prompt. */
  toRequest(prompt: string): GenerationRequest;
}

/** The last piece of an answer. */
export type AnswerEnd = Omit<Answer, 'text'>;
/** A piece of an answer; the last one holds its sources. */
export type AnswerPiece = { text: string } | AnswerEnd;

/** Stands behind the words of an answer that did not come to its end. */
const CUT = ' … (The answer is cut off here: the model reached its limit of tokens.)';
/** A prompt with less room for memories is not worth a call. */
const LEAST_ROOM = 60;

interface Warnings {
  warn(message: string): void;
}

/** By the model, with the memories that it cites as sources; by quotes where there is no model, or it fails. */
export async function answerFrom(
  task: AnswerTask,
  generator: TextGenerator,
  logger: Warnings,
): Promise<Answer> {
  const by: { model?: string } = {};
  const write = async function* (request: GenerationRequest): AsyncIterable<string> {
    const generation = await generator.generate(request);
    by.model = generation.model;
    yield generation.text;
  };
  const answer: Answer = { text: '', sources: [], certainty: 'none', generatedBy: EXTRACTIVE };
  for await (const piece of answerPieces(task, generator, write, logger)) {
    if ('text' in piece) answer.text += piece.text;
    else Object.assign(answer, piece);
  }
  const generatedBy = answer.generatedBy === EXTRACTIVE ? EXTRACTIVE : (by.model ?? answer.generatedBy);
  return { ...answer, text: answer.text.trim(), generatedBy };
}

/** The same in pieces, as the model writes them. Fails only when the model stops after it began. */
export function streamFrom(
  task: AnswerTask,
  generator: TextGenerator,
  logger: Warnings,
): AsyncIterable<AnswerPiece> {
  return answerPieces(task, generator, (request) => generator.stream(request), logger);
}

type Write = (request: GenerationRequest) => AsyncIterable<string>;

async function* answerPieces(
  task: AnswerTask,
  generator: TextGenerator,
  write: Write,
  logger: Warnings,
): AsyncIterable<AnswerPiece> {
  if (generator.model === null || task.memories.length === 0) {
    yield* quotes(task);
    return;
  }
  let isBegun = false;
  try {
    for await (const piece of written(task, generator, write)) {
      isBegun = true;
      yield piece;
    }
  } catch (error) {
    if (isBegun || !(error instanceof ModelUnavailable)) throw error;
    logger.warn(`Answering without the model: ${error.message}`);
    yield* quotes(task, noticeOf(error));
  }
}

/** What is too much for the model is asked once more with half of the input. */
async function* written(
  task: AnswerTask,
  generator: TextGenerator,
  write: Write,
): AsyncIterable<AnswerPiece> {
  const whole = answerPrompt(task.question, task.memories, roomOf(task, generator));
  try {
    yield* attempt(task, whole, write, { isLast: false });
    return;
  } catch (error) {
    if (!isTooMuch(error)) throw error;
  }
  const half = answerPrompt(task.question, task.memories, Math.floor(whole.tokens / 2));
  yield* attempt(task, half, write, { isLast: true });
}

/** Throws before its first piece where the model wrote nothing, or was cut and may be asked again. */
async function* attempt(
  task: AnswerTask,
  prompt: AnswerPrompt,
  write: Write,
  { isLast }: { isLast: boolean },
): AsyncIterable<AnswerPiece> {
  const reader = new AnswerReader(prompt.given, task);
  let isBegun = false;
  let [rest, note] = ['', ''];
  try {
    for await (const piece of write(task.toRequest(prompt.text))) {
      const text = reader.push(piece);
      isBegun ||= text.trim() !== '';
      if (isBegun && text !== '') yield { text };
    }
  } catch (error) {
    if (!isFinal(error, isBegun, isLast)) throw error;
    rest = reader.push(error.text);
    note = CUT;
  }
  rest += reader.end();
  if (!isBegun && rest.trim() === '') throw nothingLeft();
  const text = rest + note + (isLast ? unreadNote(prompt, task) : '');
  if (text !== '') yield { text };
  yield endOf(reader, note !== '', task);
}

/** Whether an answer that was cut is shown as it is: what was sent cannot be taken back, nor can less than half be asked for. */
function isFinal(error: unknown, isBegun: boolean, isLast: boolean): error is AnswerCut {
  return error instanceof AnswerCut && (isBegun || (isLast && error.text !== ''));
}

function endOf({ sources, certainty }: AnswerReader, isCut: boolean, { model }: AnswerTask): AnswerEnd {
  const isSure = certainty === 'high' && !isCut;
  return { sources, certainty: isSure || certainty === 'none' ? certainty : 'low', generatedBy: model };
}

/** Tokens that the memories may take in the prompt. Throws `PromptTooLong` where the question leaves too few. */
function roomOf(task: AnswerTask, { promptTokens }: TextGenerator): number {
  if (promptTokens === null) return MOST_TOKENS;
  const { system, prompt } = task.toRequest(answerPrompt(task.question, []).text);
  const room = promptTokens - approximateTokens(system) - approximateTokens(prompt);
  if (room < LEAST_ROOM) throw new PromptTooLong();
  return Math.min(MOST_TOKENS, room);
}

function* quotes(task: AnswerTask, notice = ''): Iterable<AnswerPiece> {
  const most = task.isBroad ? task.memories.length : MAX_SOURCES;
  const { text, ...end } = extractiveAnswer(task.memories, most);
  yield { text: notice + text };
  yield end;
}

/** Other failures may be over the next time; these would come again. */
function noticeOf(error: ModelUnavailable): string {
  if (error instanceof AnswerCut)
    return 'The model reached its limit of tokens twice. The memories themselves:\n';
  if (error instanceof PromptTooLong) return 'The memories are too long for the model. What they say:\n';
  return '';
}

function unreadNote({ given }: AnswerPrompt, { memories }: AnswerTask): string {
  if (given.length === memories.length) return '';
  return `\n\n(The model read ${given.length} of ${memories.length} memories: all were too much for it.)`;
}

function nothingLeft(): ModelUnavailable {
  return new ModelUnavailable('The model wrote no more than citations of memories that it was not given');
}

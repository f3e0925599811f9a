import { Injectable, Logger } from '@nestjs/common';
import { Env } from '../config/env';
import { fenced, fenceRule } from '../inference/fence';
import { TextGenerator, type GenerationRequest } from '../inference/text-generator';
import { bearingForModel, bearingOnQuestion } from '../recall/answer-gate';
import { asCurrent } from '../recall/answer-memory';
import { ANSWER_SYSTEM } from '../recall/answer-prompt';
import { EXTRACTIVE } from '../recall/extractive-answer';
import { answerFrom } from '../recall/model-answer';
import { ProtocolError } from './protocol-error';
import { SearchingService, type DocumentSearch, type FoundDocument } from './searching.service';

const MAX_SEARCHED = 10_000;

export interface AnswerTask {
  query: string;
  /** Null: the configured model. */
  model: string | null;
  temperature: number;
  /** Texts before and after the question; may be empty. */
  header: string;
  footer: string;
  history: readonly { role: string; content: string }[];
}

const FENCE = 'conversation';
const ALONE = 'Answer the question. Say so when you do not know.';

interface GivenAnswer {
  text: string;
  /** `extractive` if no model wrote the answer. */
  model: string;
  contextCount: number;
}

/** Answers from the active documents of a namespace, or by the model alone. */
@Injectable()
export class AnsweringService {
  private readonly logger = new Logger(AnsweringService.name);

  constructor(
    private readonly searching: SearchingService,
    private readonly generator: TextGenerator,
    private readonly env: Env,
  ) {}

  async ask(task: AnswerTask, signal: AbortSignal): Promise<GivenAnswer> {
    if (this.generator.model === null) {
      throw new ProtocolError('no_model', 'No language model is configured: name a namespace to answer from');
    }
    const { text, model } = await this.generator.generate(
      toGeneration(task, task.header || ALONE, task.query, signal),
    );
    return { text, model, contextCount: 0 };
  }

  async answer(
    namespace: string,
    task: AnswerTask,
    context: Pick<DocumentSearch, 'limit' | 'minScore' | 'neighbours'>,
    signal: AbortSignal,
  ): Promise<GivenAnswer> {
    if (task.query.length > MAX_SEARCHED) {
      throw new ProtocolError('bad_request', `query: at most ${MAX_SEARCHED} characters with a namespace`);
    }
    const { results } = await this.searching.search([namespace], {
      query: task.query,
      ...context,
      status: 'active',
    });
    const { model } = this.generator;
    const gate = model === null ? bearingOnQuestion : bearingForModel;
    const scored = results.map((result) => result.found);
    const { found, isBroad } = gate(task.query, this.env.RECALL_LANGUAGE, scored);
    const system = joined(ANSWER_SYSTEM, task.header);
    const asked = {
      question: task.query,
      language: this.env.RECALL_LANGUAGE,
      memories: asCurrent(found),
      isBroad,
      model: task.model ?? model ?? EXTRACTIVE,
      toRequest: (prompt: string) => toGeneration(task, system, prompt, signal),
    };
    const answer = await answerFrom(asked, this.generator, this.logger);
    const contextCount = answer.generatedBy === EXTRACTIVE ? answer.sources.length : found.length;
    return { text: inDocuments(answer.text, results), model: answer.generatedBy, contextCount };
  }
}

/** Replaces memory ids in citations by document ids, which clients know. */
function inDocuments(text: string, results: readonly FoundDocument[]): string {
  return results.reduce(
    (replaced, { found, document }) => replaced.replaceAll(found.memory.id, () => document.id),
    text,
  );
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

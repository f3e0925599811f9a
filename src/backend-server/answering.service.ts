import { Injectable, Logger } from '@nestjs/common';
import type { ScoredMemory } from '../backend/memory-search';
import { ModelUnavailable, TextGenerator } from '../inference/text-generator';
import { EXTRACTIVE, extractiveAnswer, noAnswer, type Answer, bearing } from '../recall/extractive-answer';
import { CitedText } from '../recall/model-answer';
import { toGroundedGeneration, toPlainGeneration, type AnswerTask } from './answer-task';
import { ProtocolError } from './protocol-error';
import { SearchingService, type FoundDocument } from './searching.service';

/** Longer questions would be searched for as a whole. */
const MAX_SEARCHED = 10_000;

interface GivenAnswer {
  text: string;
  /** `extractive` where passages were quoted by rule. */
  model: string;
  contextCount: number;
}

/** Answers from a namespace's active documents, or by the model alone. */
@Injectable()
export class AnsweringService {
  private readonly logger = new Logger(AnsweringService.name);

  constructor(
    private readonly searching: SearchingService,
    private readonly generator: TextGenerator,
  ) {}

  async ask(task: AnswerTask, signal: AbortSignal): Promise<GivenAnswer> {
    if (this.generator.model === null) {
      throw new ProtocolError('no_model', 'No language model is configured: name a namespace to answer from');
    }
    const { text, model } = await this.generator.generate(toPlainGeneration(task, signal));
    return { text, model, contextCount: 0 };
  }

  async answer(
    namespace: string,
    task: AnswerTask,
    context: { limit: number; minScore: number },
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
    const found = results.map((result) => result.found);
    const answer = await this.write(task, found, signal);
    const contextCount = answer.generatedBy === EXTRACTIVE ? answer.sources.length : found.length;
    return { text: inDocuments(answer.text, results), model: answer.generatedBy, contextCount };
  }

  private async write(
    task: AnswerTask,
    found: readonly ScoredMemory[],
    signal: AbortSignal,
  ): Promise<Answer> {
    if (this.generator.model === null) return extractiveAnswer(found);
    if (bearing(found).length === 0) return noAnswer(EXTRACTIVE);
    try {
      const { text, model } = await this.generator.generate(toGroundedGeneration(task, found, signal));
      const citing = new CitedText(new Set(found.map(({ memory }) => memory.id)));
      const cleaned = (citing.push(text) + citing.end()).trim();
      if (cleaned !== '') return { text: cleaned, sources: [...found], generatedBy: model };
      throw new ModelUnavailable('The model wrote no more than citations of documents that it was not given');
    } catch (error) {
      if (!(error instanceof ModelUnavailable)) throw error;
      this.logger.warn(`Answering without the model: ${error.message}`);
      return extractiveAnswer(found);
    }
  }
}

/** Citations by the ids that the client knows. */
function inDocuments(text: string, results: readonly FoundDocument[]): string {
  return results.reduce(
    (told, { found, document }) => told.replaceAll(found.memory.id, () => document.id),
    text,
  );
}

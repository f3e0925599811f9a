import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { clientGone } from '../common/event-stream';
import { AnsweringService, type AnswerTask } from './answering.service';
import { ApiKeyGuard } from './api-key.guard';
import { toItem } from './documents.dto';
import { AnswerRequest, type AnswerResponse, SearchRequest, type SearchResponse } from './queries.dto';
import { SearchingService } from './searching.service';

@UseGuards(ApiKeyGuard)
@Controller()
export class QueriesController {
  constructor(
    private readonly searching: SearchingService,
    private readonly answering: AnsweringService,
  ) {}

  /** Finds documents of every status: clients filter them. */
  @Post('search')
  @HttpCode(200)
  async search(@Body() request: SearchRequest): Promise<SearchResponse> {
    const { results, retrieval } = await this.searching.search(request.namespaces, {
      query: request.query,
      limit: request.top_k,
      minScore: minScoreOf(request),
      neighbours: request.neighbours,
      status: 'all',
    });
    return {
      results: results.map(({ namespace, document, found }) => ({
        ...toItem(document),
        score: found.score,
        neighbour_score: found.neighbourScore,
        time_score: found.timeScore,
        speaker_score: found.speakerScore,
        in_thread: found.inThread,
        matched_terms: found.matchedTerms,
        lexical_score: found.lexical?.score ?? null,
        vector_score: found.vector?.score ?? null,
        similarity: found.vector?.similarity ?? null,
        namespace,
      })),
      retrieval,
    };
  }

  @Post('answer')
  @HttpCode(200)
  async answer(
    @Body() request: AnswerRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AnswerResponse> {
    const { namespace, query, neighbours, top_k: limit } = request;
    const context = { limit, neighbours, minScore: minScoreOf(request) };
    const gone = clientGone(response);
    const { text, model, contextCount } = await (namespace === ''
      ? this.answering.ask(toTask(request), gone)
      : this.answering.answer(namespace, toTask(request), context, gone));
    return { answer: text, model, contextCount, query };
  }
}

/** The threshold counts in kiosk mode only. */
function minScoreOf({ kiosk_mode, threshold }: SearchRequest | AnswerRequest): number {
  return kiosk_mode ? (threshold ?? 0) : 0;
}

function toTask(request: AnswerRequest): AnswerTask {
  return {
    query: request.query,
    model: request.aiModel ?? request.ai_model ?? null,
    temperature: request.temperature,
    header: request.headerPrompt ?? request.header_prompt ?? '',
    footer: request.footerPrompt ?? request.footer_prompt ?? '',
    history: request.chatHistory ?? request.chat_history ?? [],
  };
}

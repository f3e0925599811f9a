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
      status: 'all',
    });
    return {
      results: results.map(({ namespace, document, found }) => ({
        ...toItem(document),
        score: found.score,
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
    const { namespace, query, top_k: limit } = request;
    const gone = clientGone(response);
    const { text, model, contextCount } = await (namespace === ''
      ? this.answering.ask(toTask(request), gone)
      : this.answering.answer(namespace, toTask(request), { limit, minScore: minScoreOf(request) }, gone));
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

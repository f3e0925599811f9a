import { Body, Controller, HttpCode, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { clientGone } from '../common/event-stream';
import type { AnswerTask } from './answer-task';
import { AnswerRequest, type AnswerResponse } from './answers.dto';
import { AnsweringService } from './answering.service';
import { ApiKeyGuard } from './api-key.guard';

@UseGuards(ApiKeyGuard)
@Controller('answer')
export class AnswersController {
  constructor(private readonly answering: AnsweringService) {}

  @Post()
  @HttpCode(200)
  async answer(
    @Body() request: AnswerRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AnswerResponse> {
    const { namespace, query, top_k: limit } = request;
    const gone = clientGone(response);
    const minScore = request.kiosk_mode ? (request.threshold ?? 0) : 0;
    const { text, model, contextCount } = await (namespace === ''
      ? this.answering.ask(toTask(request), gone)
      : this.answering.answer(namespace, toTask(request), { limit, minScore }, gone));
    return { answer: text, model, contextCount, query };
  }
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

import { Injectable } from '@nestjs/common';
import { readRequest } from '../../common/validation.pipe';
import { AnswerRequest } from '../../recall/answer.dto';
import { AnswerService } from '../../recall/answer.service';
import { DailySummaryRequest } from '../../recall/daily-summary.dto';
import { DailySummaries } from '../../recall/daily-summary.service';
import { EXTRACTIVE } from '../../recall/extractive-answer';
import { agentIdOf } from '../../recall/searched-agents';
import { shownScore } from '../../recall/shown-score';
import { asNotes } from '../stored-notes';
import {
  argumentsOf,
  COUNT,
  described,
  INSTANT,
  listOf,
  notesOf,
  OBJECT,
  TEXT,
  withDefault,
  READ_ONLY,
} from '../schema';
import type { Tool, ToolCall, ToolResult } from '../tool';
import { dayOf, pick } from '../tool-arguments';

/** Tools that write a text about memories. */
@Injectable()
export class AnswerTools {
  constructor(
    private readonly answers: AnswerService,
    private readonly summaries: DailySummaries,
  ) {}

  readonly answer: Tool = {
    name: 'answer',
    scoped: true,
    title: 'Answer from memory',
    description: 'Answer a question from memories alone, with its sources and how certain it is.',
    inputSchema: argumentsOf(
      {
        question: TEXT,
        limit: withDefault({ type: 'integer', minimum: 1, maximum: 100 }, 15),
      },
      ['question'],
    ),
    outputSchema: notesOf({
      answer: TEXT,
      certainty: { type: 'string', enum: ['high', 'low', 'none'] },
      sources: listOf(OBJECT),
    }),
    ...READ_ONLY,
    run: (call) => this.answerOne(call),
  };

  readonly dailySummary: Tool = {
    name: 'daily_summary',
    title: 'Summary of a day',
    description: 'Sum up the memories that were created on a day (UTC).',
    inputSchema: argumentsOf({
      date: described(INSTANT, 'YYYY-MM-DD, an age such as 1d, or yesterday; today if omitted'),
    }),
    outputSchema: notesOf({ date: TEXT, text: TEXT, memory_count: COUNT }),
    ...READ_ONLY,
    run: (call) => this.summarize(call),
  };

  private async answerOne(call: ToolCall): Promise<ToolResult> {
    const request = await readRequest(AnswerRequest, pick(call, 'question', 'limit'), 'body');
    const answer = await this.answers.answer(call.session, request, call.signal);
    const { text, sources, certainty, generatedBy } = answer;
    // The schema of this tool has no room for `current`; the text says what held before.
    const agentOf = agentIdOf(call.session);
    const shown = sources.map(
      (source): { memory_id: string; agent_id?: string; title: string; score: number } => {
        const { id: memory_id, title } = source.memory;
        const other = source.namespace === undefined ? {} : { agent_id: agentOf(source) };
        return { memory_id, ...other, title, score: shownScore(source.score) };
      },
    );
    // A model may repeat memories that it does not cite.
    const owners = shown.flatMap(({ memory_id, agent_id }) =>
      agent_id === undefined ? [] : [`\n[${memory_id}] is of ${agent_id}.`],
    );
    const holdsNotes = sources.length > 0 || generatedBy !== EXTRACTIVE;
    return {
      text: holdsNotes ? asNotes(`${text}\n\nCertainty: ${certainty}${owners.join('')}`) : text,
      structured: { answer: text, certainty, sources: shown },
      operation: 'answer',
      count: sources.length,
    };
  }

  private async summarize({ session, args, signal }: ToolCall): Promise<ToolResult> {
    const { date } = await readRequest(DailySummaryRequest, { date: dayOf(args.date) }, 'body');
    const { digest, text } = await this.summaries.summarize(session, date, signal);
    return {
      text: digest.count === 0 ? text : asNotes(text),
      structured: { date: digest.date, text, memory_count: digest.count },
      operation: 'daily-summary',
      count: digest.count,
    };
  }
}

import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Logged } from '../activity/logged-route';
import type { ScoredMemory } from '../backend/memory-search';
import { Documented } from '../common/documented';
import { conflictsAmong } from '../links/link';
import { type MemoryRecord, toMemoryRecord } from '../memories/memory-record.dto';
import type { ActiveSession } from '../sessions/session';
import { CurrentSession } from '../sessions/current-session';
import { SessionRoute } from '../sessions/session-route';
import type { Recalled } from './bearing';
import type { ExplainedMemory, MemoryExplanation } from './explanation.dto';
import { RecallRequest, RecallResponse, type RecalledMemory } from './recall.dto';
import { RecallService } from './recall.service';
import { agentIdOf } from './searched-agents';
import { shownFilter } from './shown-filter';
import { shownParts, shownScore } from './shown-score';
import type { ExplainedStanding } from './standing';
import { sessionAnswer } from '../sessions/session-answer.dto';

@ApiTags('Reading memories')
@SessionRoute('read', { scoped: true })
@Controller('api/v2/agents/:agent_id')
export class RecallController {
  constructor(private readonly recalls: RecallService) {}

  @Post('recall')
  @Logged('recall', 'read', (answer: RecallResponse) => answer.count)
  @Documented({
    summary: 'Find memories by meaning',
    description: 'Filters apply first. The same request on the same memories gives the same order.',
    response: RecallResponse,
    errors: ['validation', 'k_too_large', 'query_too_long', 'RecallIndexTooLarge'],
  })
  async recall(
    @CurrentSession() session: ActiveSession,
    @Body() request: RecallRequest,
  ): Promise<RecallResponse> {
    const answer = await this.recalls.recall(session, request);
    const explain = request.explain;
    const conflicts = conflictsAmong(answer.openLinks);
    const agentOf = agentIdOf(session);
    const memories = answer.results.map((result) => {
      const { memory, score } = result;
      const record = toMemoryRecord(memory, agentOf(result), answer.isCurrent(memory), shownScore(score));
      return toRecalled(result, record, conflicts.get(memory.id) ?? [], explain);
    });
    const { agent_id, session_id } = sessionAnswer(session);
    return {
      agent_id,
      session_id,
      query: request.query,
      memories,
      count: memories.length,
      retrieval: answer.retrieval,
      ...(answer.verdict !== null && { verdict: answer.verdict }),
      ...(answer.leftOut !== null && { left_out: answer.leftOut }),
      ...(answer.isTruncated !== null && { truncated: answer.isTruncated }),
      ...(answer.explained.length > 0 && { explained: answer.explained.map(toExplained) }),
      ...(explain && {
        explain: {
          filters: shownFilter(answer.filter),
          candidates: answer.candidates ?? 0,
          embedding_model: answer.embeddingModel,
          not_embedded: answer.notEmbedded,
          lexical_reason: answer.lexicalReason,
        },
      }),
    };
  }
}

function toRecalled(
  result: Recalled,
  record: MemoryRecord,
  conflicts: string[],
  explain: boolean,
): RecalledMemory {
  // A record has many properties, and copying one costs as much as making it.
  const recalled = record as RecalledMemory;
  recalled.conflicts_with = conflicts;
  if (result.bears) recalled.bears = result.bears;
  if (explain) recalled.explain = partsOf(result, result.score);
  return recalled;
}

function toExplained({ id, reason, failed, standing }: ExplainedStanding): ExplainedMemory {
  return {
    id,
    reason,
    failed_filters: failed,
    rank: standing?.rank ?? null,
    score: standing && standing.score && shownScore(standing.score),
    explain: standing && partsOf(standing, standing.score),
  };
}

function partsOf(result: Omit<ScoredMemory, 'score'>, score: number | null): MemoryExplanation {
  return { ...shownParts(score, result), vector: result.vector, matched_terms: result.matchedTerms };
}

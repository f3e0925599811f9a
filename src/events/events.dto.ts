import { ApiProperty } from '@nestjs/swagger';
import { EVENT_KINDS } from '../audit/written-event';
import { Flag, Optional, Text } from '../common/request-decorators';
import type { AgentEvent } from './agent-event';

const EVENT_ID = '12-1-019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b';
const MEMORY_ID = '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e';

export class EventsQuery {
  /**
   * After the event with this id, or at or after an instant; the header `Last-Event-ID` comes first
   * @example '2026-05-01'
   */
  @Optional()
  @Text({ maxCodePoints: 100 })
  since: string | null = null;

  /**
   * False: the stream ends with what there is, from the beginning where nothing else is said
   * @example false
   */
  @Optional()
  @Flag()
  follow = true;
}

/** What has become of memories of an agent. */
export class AgentEventDto {
  /** By which a reader goes on after it */
  @ApiProperty({ example: EVENT_ID })
  id!: string;

  /**
   * What happened
   * @example 'memory.created'
   */
  @ApiProperty({ enum: EVENT_KINDS })
  kind!: string;

  /**
   * The agent
   * @example 'support-bot'
   */
  agent_id!: string;

  /**
   * Of the database's clock
   * @example '2026-05-01T09:30:00.000Z'
   */
  at!: string;

  /**
   * Who acted
   * @example 'key:ci'
   */
  actor!: string;

  /**
   * In which session
   * @example 'sess_0a1b2c3d4e5f'
   */
  session_id!: string | null;

  /** At most 100; of a conflict, the older and the newer memory */
  @ApiProperty({ example: [MEMORY_ID] })
  memory_ids!: string[];

  /**
   * Of `memory.superseded`, the newer memory
   * @example null
   */
  superseded_by!: string | null;

  /**
   * Of a conflict, its day and index
   * @example null
   */
  conflict!: string | null;
}

export class StreamedEvent {
  /**
   * The kind of the event, `ready`, or `reset`
   * @example 'memory.created'
   */
  event!: string;

  /** For `Last-Event-ID` */
  @ApiProperty({ example: EVENT_ID })
  id!: string;

  /** An AgentEventDto as JSON; of `reset` `{reason}`: `pruned` or `unknown_place` */
  @ApiProperty({ example: '{}' })
  data!: string;
}

export function eventDto(event: AgentEvent): AgentEventDto {
  const { id, kind, agentId, at, actor, sessionId, memoryIds, supersededBy, conflict } = event;
  return {
    id,
    kind,
    agent_id: agentId,
    at: at.toISOString(),
    actor,
    session_id: sessionId,
    memory_ids: memoryIds,
    superseded_by: supersededBy,
    conflict,
  };
}

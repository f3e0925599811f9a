import { ApiProperty } from '@nestjs/swagger';
import type { EventKind } from '../audit/written-event';
import { Flag, Optional, Text } from '../common/request-decorators';
import type { AgentEvent } from './agent-event';

export const EVENT_ID = '12-1-019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b';

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

/** As it is sent; docs/EVENTS.md describes it. */
export interface SentEvent {
  id: string;
  kind: EventKind;
  agent_id: string;
  at: string;
  actor: string;
  session_id: string | null;
  memory_ids: string[];
  superseded_by: string | null;
  conflict: string | null;
}

export class StreamedEvent {
  /**
   * The kind of the event, `ready`, or `reset`
   * @example 'memory.created'
   */
  event!: string;

  /** For `Last-Event-ID`; absent of `ready` */
  @ApiProperty({ example: EVENT_ID, required: false })
  id?: string;

  /** An event as JSON; of `reset` `{reason}`: `pruned` or `unknown_place` */
  @ApiProperty({ example: '{}' })
  data!: string;
}

export function sentEvent(event: AgentEvent): SentEvent {
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

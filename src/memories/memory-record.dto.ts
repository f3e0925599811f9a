import { ApiProperty } from '@nestjs/swagger';
import { MEMORY_TYPES, PROVENANCES, type Memory, type MemoryType, type Provenance } from '../backend/memory';

/** A memory as every read shows it. */
export class MemoryRecord {
  /**
   * Id of the memory
   * @example '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'
   */
  id!: string;

  /**
   * At most 100 characters; derived from the content where none was given
   * @example 'Dark mode'
   */
  title!: string;

  /**
   * The stored text
   * @example 'The user prefers dark mode in every editor.'
   */
  content!: string;

  /** Type in capitals and title, a blank line, the content */
  @ApiProperty({ example: '[PREFERENCE] Dark mode\n\nThe user prefers dark mode in every editor.' })
  text!: string;

  /**
   * Memory type
   * @example 'preference'
   */
  @ApiProperty({ enum: MEMORY_TYPES })
  type!: MemoryType;

  /**
   * 0 to 1
   * @example 0.8
   */
  confidence!: number;

  /**
   * State
   * @example 'active'
   */
  @ApiProperty({ enum: ['active', 'expired'] })
  status!: 'active' | 'expired';

  /** When it expired */
  @ApiProperty({ example: null, format: 'date-time', type: String, nullable: true })
  expired_at!: string | null;

  /** Reason or rule that expired it */
  @ApiProperty({ example: null, type: String, nullable: true })
  expired_by!: string | null;

  /**
   * Labels
   * @example ["editor"]
   */
  tags!: string[];

  /**
   * Creation, ISO 8601 in UTC
   * @example '2026-05-01T12:00:00.000Z'
   */
  created_at!: string;

  /**
   * Last change, ISO 8601 in UTC
   * @example '2026-05-01T12:00:00.000Z'
   */
  updated_at!: string;

  /**
   * The actor: the id of the agent
   * @example 'my-agent'
   */
  actor_id!: string;

  /**
   * Label of the writer
   * @example 'agent'
   */
  source!: string;

  /** The place that the memory came from, such as a message or a file */
  @ApiProperty({ example: null, type: String, nullable: true })
  source_ref!: string | null;

  /**
   * The sequence that it belongs to, if one was given
   * @example 'chat-42'
   */
  thread?: string;

  /**
   * The agent
   * @example 'my-agent'
   */
  agent_id!: string;

  /** Relevance from 0 to 1; null in chronological listings */
  @ApiProperty({ example: null, type: Number, nullable: true })
  score!: number | null;

  /**
   * How it came to be known
   * @example 'explicit_statement'
   */
  @ApiProperty({ enum: PROVENANCES })
  provenance!: Provenance;
}

export function toMemoryRecord(memory: Memory, agentId: string, score: number | null = null): MemoryRecord {
  return {
    id: memory.id,
    title: memory.title,
    content: memory.content,
    text: `[${memory.type.toUpperCase()}] ${memory.title}\n\n${memory.content}`,
    type: memory.type,
    confidence: memory.confidence,
    status: memory.status,
    expired_at: memory.expiredAt?.toISOString() ?? null,
    expired_by: memory.expiredBy,
    tags: memory.tags,
    created_at: memory.createdAt.toISOString(),
    updated_at: memory.updatedAt.toISOString(),
    actor_id: memory.actorId,
    source: memory.source,
    source_ref: memory.sourceRef,
    ...(memory.thread !== null && { thread: memory.thread }),
    agent_id: agentId,
    score,
    provenance: memory.provenance,
  };
}

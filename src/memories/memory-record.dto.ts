import { ApiProperty } from '@nestjs/swagger';
import { METADATA_SCHEMA } from '../common/metadata-fields';
import type { Metadata } from '../common/metadata';
import {
  MEMORY_TYPES,
  PROVENANCES,
  TRUSTS,
  type Memory,
  type MemoryType,
  type Provenance,
  type Trust,
} from '../backend/memory';

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
   * Who wrote it: the agent, `console`, or a key
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

  /** Whom or what it is for; null: not said */
  @ApiProperty({ example: null, type: String, nullable: true })
  scope!: string | null;

  /** What the client says of it in its own words */
  @ApiProperty({ ...METADATA_SCHEMA, example: { project: 'atlas' } })
  metadata!: Metadata;

  /** When it expires by itself; null: never */
  @ApiProperty({ example: null, format: 'date-time', type: String, nullable: true })
  expires_at!: string | null;

  /** When it begins to hold in the world, ISO 8601 in UTC; null: not said */
  @ApiProperty({ example: null, format: 'date-time', type: String, nullable: true })
  valid_from!: string | null;

  /** When it no longer holds: the first instant after; null: it still holds */
  @ApiProperty({ example: null, format: 'date-time', type: String, nullable: true })
  valid_to!: string | null;

  /**
   * Other words for what it is about
   * @example ["k8s","kube"]
   */
  names!: string[];

  /** What it is about; of the active memories of one key, the one that begins last is current */
  @ApiProperty({ example: null, type: String, nullable: true })
  key!: string | null;

  /** Whether it tells of something that no longer holds; null: not said */
  @ApiProperty({ example: null, type: Boolean, nullable: true })
  past!: boolean | null;

  /** The memory that says what holds instead; it may be deleted by now */
  @ApiProperty({ example: null, type: String, nullable: true })
  superseded_by!: string | null;

  /**
   * Whether it holds now: it is active, not superseded, within its time, not `past`, and the newest of its key
   * @example true
   */
  current!: boolean;

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

  /**
   * `quarantined` ones are not recalled
   * @example 'trusted'
   */
  @ApiProperty({ enum: TRUSTS })
  trust!: Trust;

  /**
   * The kinds of what looked planted in it
   * @example []
   */
  trust_reasons!: string[];
}

/** `isCurrent`: see `Currency`. */
export function toMemoryRecord(
  memory: Memory,
  agentId: string,
  isCurrent: boolean,
  score: number | null = null,
): MemoryRecord {
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
    scope: memory.scope,
    metadata: memory.metadata,
    expires_at: memory.expiresAt?.toISOString() ?? null,
    valid_from: memory.validFrom?.toISOString() ?? null,
    valid_to: memory.validTo?.toISOString() ?? null,
    names: memory.names,
    key: memory.key,
    past: memory.past,
    superseded_by: memory.supersededBy,
    current: isCurrent,
    agent_id: agentId,
    score,
    provenance: memory.provenance,
    trust: memory.trust,
    trust_reasons: memory.trustReasons,
  };
}

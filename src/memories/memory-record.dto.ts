import { MEMORY_TYPES, PROVENANCES, type Memory, type MemoryType, type Provenance } from '../backend/memory';
import { Shown } from '../common/fields';

/** A memory as every read shows it. */
export class MemoryRecord {
  @Shown({ description: 'Id of the memory', example: '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e' })
  id!: string;

  @Shown({
    description: 'At most 100 characters; derived from the content where none was given',
    example: 'Dark mode',
  })
  title!: string;

  @Shown({ description: 'The stored text', example: 'The user prefers dark mode in every editor.' })
  content!: string;

  @Shown({
    description: 'Type in capitals and title, a blank line, the content',
    example: '[PREFERENCE] Dark mode\n\nThe user prefers dark mode in every editor.',
  })
  text!: string;

  @Shown({ description: 'Memory type', example: 'preference', enum: MEMORY_TYPES })
  type!: MemoryType;

  @Shown({ description: '0 to 1', example: 0.8 })
  confidence!: number;

  @Shown({ description: 'State', example: 'active', enum: ['active', 'expired'] })
  status!: 'active' | 'expired';

  @Shown({
    description: 'When it expired',
    example: null,
    type: String,
    nullable: true,
    format: 'date-time',
  })
  expired_at!: string | null;

  @Shown({ description: 'Reason or rule that expired it', example: null, type: String, nullable: true })
  expired_by!: string | null;

  @Shown({ description: 'Labels', example: ['editor'], type: String, isArray: true })
  tags!: string[];

  @Shown({ description: 'Creation, ISO 8601 in UTC', example: '2026-05-01T12:00:00.000Z' })
  created_at!: string;

  @Shown({ description: 'Last change, ISO 8601 in UTC', example: '2026-05-01T12:00:00.000Z' })
  updated_at!: string;

  @Shown({ description: 'Who acted: the id of the agent', example: 'my-agent' })
  actor_id!: string;

  @Shown({ description: 'Label of the writer', example: 'agent' })
  source!: string;

  @Shown({ description: 'Where it came from', example: null, type: String, nullable: true })
  source_ref!: string | null;

  @Shown({
    description: 'The sequence that it belongs to, if one was given',
    example: 'chat-42',
    required: false,
  })
  thread?: string;

  @Shown({ description: 'The agent', example: 'my-agent' })
  agent_id!: string;

  @Shown({
    description: 'Relevance from 0 to 1; null in chronological listings',
    example: null,
    type: Number,
    nullable: true,
  })
  score!: number | null;

  @Shown({ description: 'How it came to be known', example: 'explicit_statement', enum: PROVENANCES })
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

import { MEMORY_TYPES, PROVENANCES, type Memory, type MemoryType, type Provenance } from '../backend/memory';
import { Shown } from '../common/fields';

/** A memory as every read shows it. */
export class MemoryRecord {
  @Shown('Id of the memory', '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e')
  id!: string;

  @Shown('At most 100 characters; derived from the content where none was given', 'Dark mode')
  title!: string;

  @Shown('The stored text', 'The user prefers dark mode in every editor.')
  content!: string;

  @Shown(
    'Type in capitals and title, a blank line, the content',
    '[PREFERENCE] Dark mode\n\nThe user prefers dark mode in every editor.',
  )
  text!: string;

  @Shown('Memory type', 'preference', { enum: MEMORY_TYPES })
  type!: MemoryType;

  @Shown('0 to 1', 0.8)
  confidence!: number;

  @Shown('State', 'active', { enum: ['active', 'expired'] })
  status!: 'active' | 'expired';

  @Shown('When it expired', null, { type: String, nullable: true, format: 'date-time' })
  expired_at!: string | null;

  @Shown('Reason or rule that expired it', null, { type: String, nullable: true })
  expired_by!: string | null;

  @Shown('Labels', ['editor'], { type: String, isArray: true })
  tags!: string[];

  @Shown('Creation, ISO 8601 in UTC', '2026-05-01T12:00:00.000Z')
  created_at!: string;

  @Shown('Last change, ISO 8601 in UTC', '2026-05-01T12:00:00.000Z')
  updated_at!: string;

  @Shown('Who acted: the id of the agent', 'my-agent')
  actor_id!: string;

  @Shown('Label of the writer', 'agent')
  source!: string;

  @Shown('Where it came from', null, { type: String, nullable: true })
  source_ref!: string | null;

  @Shown('The sequence that it belongs to, if one was given', 'chat-42', { required: false })
  thread?: string;

  @Shown('The agent', 'my-agent')
  agent_id!: string;

  @Shown('Relevance from 0 to 1; null in chronological listings', null, { type: Number, nullable: true })
  score!: number | null;

  @Shown('How it came to be known', 'explicit_statement', { enum: PROVENANCES })
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

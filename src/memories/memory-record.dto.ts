import { MEMORY_TYPES, PROVENANCES, type Memory } from '../backend/memory';
import { Shown } from '../common/fields';
import { withProperties } from '../common/with-properties';

/** A memory as every read shows it. */
export class MemoryRecord extends withProperties({
  id: Shown('Id of the memory', '019ab3f2-6c1e-7d10-8a3b-2f6f0c9f1d2e'),
  title: Shown('At most 100 characters; derived from the content where none was given', 'Dark mode'),
  content: Shown('The stored text', 'The user prefers dark mode in every editor.'),
  text: Shown(
    'Type in capitals and title, a blank line, the content',
    '[PREFERENCE] Dark mode\n\nThe user prefers dark mode in every editor.',
  ),
  type: Shown('Memory type', 'preference', { enum: MEMORY_TYPES }),
  confidence: Shown('0 to 1', 0.8),
  status: Shown('State', 'active', { enum: ['active', 'expired'] }),
  expired_at: Shown('When it expired', null, { type: String, nullable: true, format: 'date-time' }),
  expired_by: Shown('Reason or rule that expired it', null, { type: String, nullable: true }),
  tags: Shown('Labels', ['editor'], { type: String, isArray: true }),
  created_at: Shown('Creation, ISO 8601 in UTC', '2026-05-01T12:00:00.000Z'),
  updated_at: Shown('Last change, ISO 8601 in UTC', '2026-05-01T12:00:00.000Z'),
  actor_id: Shown('Who acted: the id of the agent', 'my-agent'),
  source: Shown('Label of the writer', 'agent'),
  source_ref: Shown('Where it came from', null, { type: String, nullable: true }),
  thread: Shown('The sequence that it belongs to, if one was given', 'chat-42', { required: false }),
  agent_id: Shown('The agent', 'my-agent'),
  score: Shown('Relevance from 0 to 1; null in chronological listings', null, {
    type: Number,
    nullable: true,
  }),
  provenance: Shown('How it came to be known', 'explicit_statement', { enum: PROVENANCES }),
}) {}

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

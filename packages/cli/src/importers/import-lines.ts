import { createHash } from 'node:crypto';
import { firstPoints, type Item } from './entry.ts';

/** The agent that the memories go to. */
export interface Target {
  agentId: string;
  namespace: string;
}

/** The version of the service's export format that these lines have (docs/BACKUP.md). */
const FORMAT = 1;
const TITLE_POINTS = 50;

/**
 * The id of the memory that an item becomes: the same each time, so that an item is imported once. A UUID of version 8
 * (RFC 9562), whose bits the application chooses.
 */
export function memoryId({ namespace }: Target, source: string, ref: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([namespace, source, ref]))
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

export interface NumberedItem {
  id: string;
  item: Item;
  /** Of its conversation or text, from 1: memories of one thread are neighbours in this order. */
  place: number;
}

/** A whole stream for `POST /api/v2/import`: what `created_at` says is kept, unlike with `remember`. */
export function importStream(
  target: Target,
  source: string,
  items: readonly NumberedItem[],
  now: Date,
): Uint8Array {
  const lines = [
    { kind: 'header', format: FORMAT, agents: [target.agentId] },
    ...items.map((each) => memoryLine(target, source, each, now)),
  ];
  const texts = [...lines, { kind: 'end', lines: lines.length }].map((line) => `${JSON.stringify(line)}\n`);
  return new TextEncoder().encode(texts.join(''));
}

function memoryLine(target: Target, source: string, { id, item, place }: NumberedItem, now: Date): object {
  const createdAt = item.createdAt ?? item.updatedAt ?? now;
  const updatedAt = latest(createdAt, item.updatedAt, item.expired?.at ?? null);
  return {
    kind: 'memory',
    namespace: target.namespace,
    id,
    seq: place,
    session_id: null,
    title: item.title ?? deriveTitle(item.content),
    title_derived: item.title === null,
    content: item.content,
    type: item.type,
    confidence: item.confidence,
    tags: item.tags,
    source,
    source_ref: `${source}:${item.ref}`,
    thread: item.thread,
    provenance: 'imported',
    trust: isOwned(source, item) ? 'trusted' : 'unverified',
    actor_id: target.agentId,
    status: item.expired === null ? 'active' : 'expired',
    expired_at: item.expired?.at.toISOString() ?? null,
    expired_by: item.expired?.by ?? null,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    history: historyOf(item, source),
  };
}

/** Exports of a person's own account. */
const ACCOUNTS = ['chatgpt', 'claude', 'claude-code'];
const OWNER_TAG = /^(?:user|agent):/;

/** Whether the export says whose memory it is. */
function isOwned(source: string, { tags }: Item): boolean {
  return ACCOUNTS.includes(source) || tags.some((tag) => OWNER_TAG.test(tag));
}

/** The events after the creation, which the memory itself shows. */
function historyOf({ expired }: Item, source: string): object[] {
  if (expired === null) return [];
  const at = expired.at.toISOString();
  return [{ at, event: 'expired', session_id: null, by: `import:${source}`, former: null, sweep_id: null }];
}

/** Derives a title as the service does (`deriveTitle` in src/backend/memory.ts). */
function deriveTitle(content: string): string {
  const line = content.replace(/\s+/g, (run) => (/[\r\n]/.test(run) ? ' ' : run)).trim();
  const title = firstPoints(line, TITLE_POINTS);
  return title.length < line.length ? `${title}...` : line;
}

function latest(...dates: (Date | null)[]): Date {
  return new Date(Math.max(...dates.map((date) => date?.getTime() ?? 0)));
}

import type { Metadata } from '../../common/metadata';
import type { EmbeddedDocument, FeedChanges, FeedCursor, IndexDocument } from '../../retrieval/change-feed';
import type { VectorSpace } from '../../retrieval/vectors';
import type { MemoryStatus } from '../memory';

export interface DocumentRow {
  id: string;
  seq: number;
  version: number;
  grouping: string | null;
  /** Null: as it was, and so the vector. */
  text: string | null;
  type: string;
  tags: string[];
  source: string;
  scope: string | null;
  metadata: Metadata;
  source_ref: string | null;
  status: MemoryStatus;
  created_ms: number;
  names: string[];
  key: string | null;
  valid_from_ms: number | null;
  valid_to_ms: number | null;
  is_past: boolean;
  is_superseded: boolean;
  is_indexed: boolean;
  vector: Uint8Array | null;
}

export interface CursorRow {
  namespace_id: string;
  server: string;
  xmin: string;
  language: string;
  space: VectorSpace | null;
}

/** `version`: the transaction that wrote it. */
type Change =
  | ({ kind: 'row' } & DocumentRow)
  | { kind: 'tombstone'; id: string; version: number }
  | { kind: 'vector'; id: string; version: number; vector: Uint8Array };

type Changes = Extract<FeedChanges, { kind: 'changes' }>;

export type ChangeRow = CursorRow & { is_pruned: boolean } & (Change | { kind: null });

export function sorted(rows: readonly ChangeRow[]): Pick<Changes, 'changed' | 'removed' | 'embedded'> {
  const changed: IndexDocument[] = [];
  const removed: string[] = [];
  const embedded: EmbeddedDocument[] = [];
  for (const row of rows) {
    if (row.kind === 'row' && row.is_indexed) changed.push(toDocument(row));
    // The index does not hold it, or no longer: a damaged row is no memory, and a quarantined one is not found.
    else if (row.kind === 'row') removed.push(row.id);
    else if (row.kind === 'tombstone') removed.push(row.id);
    else if (row.kind === 'vector') embedded.push({ id: row.id, vector: toVector(row.vector) });
  }
  if (removed.length === 0 || changed.length === 0) return { changed, removed, embedded };
  const there = new Set(changed.map(({ id }) => id));
  return { changed, removed: removed.filter((id) => !there.has(id)), embedded };
}

/**
 * Where the next slice starts. What is at the limit may be a part of its transaction. A slice may not go beyond
 * the transactions that its snapshot knows to be finished: others will have written before its end.
 */
export function restOf(rows: readonly ChangeRow[], limit: number, { xmin }: FeedCursor): string | null {
  if (rows.length <= limit) return null;
  let rest = Infinity;
  for (const kind of ['row', 'tombstone', 'vector'] as const) {
    const versions = rows.flatMap((row) => (row.kind === kind ? [row.version] : []));
    const last = versions.reduce((latest, version) => Math.max(latest, version), 0);
    if (versions.length > limit) rest = Math.min(rest, last);
  }
  return rest === Infinity ? null : String(Math.min(rest, Number(xmin)));
}

function toVector(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

export function toDocument(row: DocumentRow): IndexDocument {
  return {
    id: row.id,
    order: row.seq,
    version: row.version,
    group: row.grouping,
    isThread: row.grouping !== null && !row.grouping.startsWith('session:'),
    text: row.text,
    type: row.type,
    tags: row.tags,
    source: row.source,
    scope: row.scope,
    metadata: row.metadata,
    sourceRef: row.source_ref,
    status: row.status,
    createdAt: Math.round(row.created_ms),
    names: row.names,
    key: row.key,
    validFrom: row.valid_from_ms === null ? null : Math.round(row.valid_from_ms),
    validTo: row.valid_to_ms === null ? null : Math.round(row.valid_to_ms),
    isPast: row.is_past,
    isSuperseded: row.is_superseded,
    vector: row.vector === null ? null : toVector(row.vector),
  };
}

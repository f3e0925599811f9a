import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { canonicalJson } from './canonical-json';

/** The chain of operations that concern no single agent. The chain of an agent has the name of its namespace. */
export const MANAGEMENT_CHAIN = '';

/** Ids of what an operation was about; never names that somebody chose as content. */
export interface AuditTargets {
  /** Such as `memory`. */
  kind: string;
  ids: string[];
}

/** The entry of one operation, before it has its place in a chain. */
export interface AuditEntry {
  chain: string;
  /** A UUID. */
  id: string;
  /** `key:ci`, `oidc:…`, an agent's id for its session, `management`, `local`, `service` or `client:…`. */
  actor: string;
  /** The operation of the API, or the name of a job. */
  operation: string;
  sessionId: string | null;
  targets: AuditTargets[];
  /** How many things were written; of refusals, how many. */
  count: number;
  /** SHA-256 of what was written, in hex. */
  digest: string;
}

/** A thing that was written, with its new fields. Only the digest is stored. */
export interface WrittenItem {
  kind: string;
  id: string;
  /** Such as `created`. */
  event: string;
  fields?: unknown;
  /** The memories of a link or a conflict. */
  memories?: { older: string; newer: string };
}

/** SHA-256, in hex, over the canonical JSON of a list of `[kind, id, event, fields]`. */
export function digestOf(items: readonly WrittenItem[]): string {
  const values = items.map(({ kind, id, event, fields }) => [kind, id, event, fields ?? null]);
  return createHash('sha256').update(canonicalJson(values)).digest('hex');
}

/** Groups ids by kind, in their given order, each id once. */
export function targetsOf(items: readonly Pick<WrittenItem, 'kind' | 'id'>[]): AuditTargets[] {
  const byKind = new Map<string, Set<string>>();
  for (const { kind, id } of items) byKind.set(kind, (byKind.get(kind) ?? new Set<string>()).add(id));
  return [...byKind].map(([kind, ids]) => ({ kind, ids: [...ids] }));
}

/** The code of an entry that waits for its place: HMAC-SHA256, in hex, of all that the process gave it. */
export function entryMac(entry: AuditEntry, key: KeyObject): string {
  const { chain, id, actor, operation, sessionId, targets, count, digest } = entry;
  const text = canonicalJson([chain, id, actor, operation, sessionId, targets, count, digest]);
  return createHmac('sha256', key).update(text).digest('hex');
}

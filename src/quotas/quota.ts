import { DomainError } from '../common/domain-error';
import { countQuotaRefusal } from './quota-counts';

/** Each is null where there is no limit. */
export interface QuotaLimits {
  maxMemories: number | null;
  maxBytes: number | null;
  writesPerMinute: number | null;
}

/** What is stored, or what a write adds to it. */
export interface StoredUse {
  memories: number;
  /** Of content, title and metadata in UTF-8. */
  bytes: number;
}

export interface QuotaUse {
  limits: QuotaLimits;
  used: StoredUse & { writes: number };
}

export const NO_GROWTH: StoredUse = { memories: 0, bytes: 0 };

interface Sized {
  content: string;
  title: string;
  metadata: object;
}

/** The size as the database counts it, except for the white space that it writes within metadata. */
export function bytesOf({ content, title, metadata }: Sized): number {
  return Buffer.byteLength(content) + Buffer.byteLength(title) + Buffer.byteLength(JSON.stringify(metadata));
}

export function growthOf(memories: readonly Sized[]): StoredUse {
  return { memories: memories.length, bytes: memories.reduce((sum, memory) => sum + bytesOf(memory), 0) };
}

export function adds({ memories, bytes }: StoredUse): boolean {
  return memories > 0 || bytes > 0;
}

/** Throws QuotaExceeded if a write takes what is stored over a limit. One that does not add to it passes. */
export function checkQuota(
  { maxMemories, maxBytes }: QuotaLimits,
  after: StoredUse,
  growth: StoredUse,
): void {
  if (maxMemories !== null && growth.memories > 0 && after.memories > maxMemories) {
    throw exceeded('max_memories', 'memories', maxMemories, [after.memories, growth.memories]);
  }
  if (maxBytes !== null && growth.bytes > 0 && after.bytes > maxBytes) {
    throw exceeded('max_bytes', 'bytes', maxBytes, [after.bytes, growth.bytes]);
  }
}

function exceeded(
  quota: 'max_memories' | 'max_bytes',
  unit: string,
  limit: number,
  [after, growth]: [number, number],
): DomainError {
  countQuotaRefusal(quota);
  const used = after - growth;
  const message =
    `The agent holds ${used} of ${limit} ${unit} (${quota}), and this would add ${growth}. Nothing was stored: ` +
    'delete memories that are not needed, purge expired ones, or ask who manages the agent to raise the quota';
  return new DomainError('QuotaExceeded', message, { quota, limit, used, adds: growth });
}

/** Whether a write failed because of a quota, of whatever kind. */
export function isOverQuota(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === 'QuotaExceeded' || 'quota' in error.fields);
}

/** The error filter sets `Retry-After` by it. */
export function tooManyWrites(limit: number, count: number, retry_after_seconds: number): DomainError {
  countQuotaRefusal('writes_per_minute');
  const what =
    count > limit
      ? `${count} memories in one request are more than the agent may write in a minute (writes_per_minute is ${limit}): send fewer at a time`
      : `The agent may write ${limit} memories a minute (writes_per_minute): try again in ${retry_after_seconds} s`;
  const message = `${what}, or ask who manages the agent to raise the quota`;
  const fields = { quota: 'writes_per_minute', limit_per_minute: limit, retry_after_seconds };
  return new DomainError('RateLimited', message, fields);
}

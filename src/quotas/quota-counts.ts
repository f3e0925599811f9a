export type QuotaName = 'max_memories' | 'max_bytes' | 'writes_per_minute';

const refusals: Record<QuotaName, number> = { max_memories: 0, max_bytes: 0, writes_per_minute: 0 };

/** Writes that this process refused since it started. */
export function quotaRefusals(): Readonly<Record<QuotaName, number>> {
  return refusals;
}

export function countQuotaRefusal(quota: QuotaName): void {
  refusals[quota]++;
}

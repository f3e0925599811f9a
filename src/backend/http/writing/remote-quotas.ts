import { adds, checkQuota, type StoredUse } from '../../../quotas/quota';
import type { Quotas } from '../../../quotas/quotas.service';
import type { Leases } from '../leases/leases.service';
import type { DocumentIndex } from '../reading/document-index';

/**
 * Holds what this service stores in an external backend to the quotas of its agents. What other programs store there is
 * counted, and not prevented.
 */
export class RemoteQuotas {
  constructor(
    private readonly quotas: Quotas,
    private readonly leases: Leases,
    private readonly index: DocumentIndex,
  ) {}

  /**
   * Does work that adds so much: one at a time for an agent with a quota, under a lease that the caller's unit keeps until
   * its end. Throws QuotaExceeded before the work.
   */
  async within<T>(namespace: string, growth: StoredUse, work: () => Promise<T>): Promise<T> {
    if (!adds(growth) || !(await this.quotas.isBounded(namespace))) return work();
    return this.leases.hold([`quota:${namespace}`], async () => {
      await this.index.follow(namespace);
      const { memories, bytes } = await this.index.rows.use(namespace);
      const after = { memories: memories + growth.memories, bytes: bytes + growth.bytes };
      checkQuota(await this.quotas.limitsOf(namespace), after, growth);
      return work();
    });
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { MemoryListings } from '../backend/memory-listings';
import { errorName } from '../common/error-name';
import type { QuotaUse } from '../quotas/quota';
import { Quotas } from '../quotas/quotas.service';
import type { Agent } from './agent';

/** What agents may hold and write, and what they do. */
@Injectable()
export class AgentQuotas {
  private readonly logger = new Logger(AgentQuotas.name);

  constructor(
    private readonly quotas: Quotas,
    private readonly listings: MemoryListings,
  ) {}

  /** Null when the backend cannot be asked. */
  async useOf({ agentId, namespace }: Agent): Promise<QuotaUse | null> {
    try {
      const [limits, stored, writes] = await Promise.all([
        this.quotas.limitsOf(namespace),
        this.listings.use(namespace),
        this.quotas.writesOf(namespace),
      ]);
      return { limits, used: { ...stored, writes } };
    } catch (error) {
      this.logger.warn(`The use of quotas by agent ${agentId} is not known (${errorName(error)})`);
      return null;
    }
  }
}

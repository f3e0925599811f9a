import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { isQuarantined } from '../backend/judged-memory';
import { MemoryListings } from '../backend/memory-listings';
import { distinctNames, keyOf } from '../common/scoped-name';
import { holds, isOutdone, present } from '../backend/valid-time';
import { Clock } from '../common/clock';

export type IsCurrent = (memory: Memory) => boolean;

/** Which memories are current: active, not quarantined, not superseded, within their time, not past, and the newest of their key. */
@Injectable()
export class Currency {
  constructor(
    private readonly listings: MemoryListings,
    private readonly clock: Clock,
  ) {}

  /** Says which memories of one answer are current. `asOf`: the instant as of which they were read; absent: now. */
  async of(namespace: string, memories: readonly Memory[], asOf?: Date): Promise<IsCurrent> {
    const moment = present(asOf ?? this.clock.now());
    const ownAccount = (memory: Memory): boolean =>
      memory.status === 'active' && !isQuarantined(memory) && holds(memory, moment);
    const keys = memories.flatMap((memory) => (ownAccount(memory) ? (keyOf(memory) ?? []) : []));
    if (keys.length === 0) return ownAccount;
    const newest = await this.listings.newestOfKeys(namespace, distinctNames(keys), moment, asOf);
    const others = [...newest, ...memories.filter((memory) => !isQuarantined(memory))];
    return (memory) => ownAccount(memory) && !isOutdone(memory, others, moment);
  }
}

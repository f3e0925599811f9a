import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { isQuarantined } from '../backend/judged-memory';
import { MemoryStore } from '../backend/memory-store';
import { TextChanges, type TextPlace } from '../backend/text-changes.repository';
import { Clock } from '../common/clock';
import { FoundLinks } from './found-links.service';
import { CANDIDATES, FOUND, LinkFinder } from './link-finder.service';
import type { LinkOwner } from './links.repository';

/**
 * The turn of a memory: the one time that its text is judged, against the texts that were written before it. A pair is
 * judged in the turn of the text that was written later, so once. A turn that was cut off can be taken again.
 */
@Injectable()
export class LinkTurn {
  constructor(
    private readonly memories: MemoryStore,
    private readonly texts: TextChanges,
    private readonly finder: LinkFinder,
    private readonly found: FoundLinks,
    private readonly clock: Clock,
  ) {}

  async take(owner: LinkOwner, place: TextPlace, signal: AbortSignal): Promise<void> {
    const { namespace } = owner;
    const memory = await this.memories.find(namespace, place.memoryId);
    if (memory === null) return;
    // An edit that made it look planted withdraws what was found of its earlier text.
    if (isQuarantined(memory)) return this.found.record(owner, { memory, candidates: [], pairs: [] });
    if (!this.isJudged(memory)) return;
    const alike = await this.finder.candidatesOf(namespace, memory, signal, { limit: FOUND });
    const ids = alike.map(({ memory: { id } }) => id);
    const later = await this.texts.laterThan(namespace, place, ids);
    const candidates = alike.filter(({ memory: { id } }) => !later.has(id)).slice(0, CANDIDATES);
    const pairs = await this.finder.judgePairs(memory, candidates, signal);
    signal.throwIfAborted();
    await this.found.record(owner, { memory, candidates, pairs });
  }

  /** A memory that does not hold any more when its turn comes replaces nothing. */
  private isJudged({ status, supersededBy, validTo }: Memory): boolean {
    return status === 'active' && supersededBy === null && (validTo === null || validTo > this.clock.now());
  }
}

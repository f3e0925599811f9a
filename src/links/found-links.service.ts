import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { DomainError } from '../common/domain-error';
import type { Actor } from '../sessions/session';
import { isOfTheseTexts, type FoundLink } from './link';
import { LinksRepository, type LinkOwner, pairOf } from './links.repository';
import { Links } from './links.service';
import type { Candidate, PairVerdict } from './pair-judge';

/** The verdicts on a memory and its candidates, in the order of the candidates. */
export interface JudgedMemory {
  memory: Memory;
  candidates: readonly Candidate[];
  pairs: readonly PairVerdict[];
}

/** Records what the service found by itself, as the setting of the agent says. Doing it again changes nothing. */
@Injectable()
export class FoundLinks {
  constructor(
    private readonly links: Links,
    private readonly repository: LinksRepository,
  ) {}

  async record(owner: LinkOwner, { memory, candidates, pairs }: JudgedMemory): Promise<void> {
    const found = pairs.flatMap(({ link }) => link ?? []);
    const isEdited = memory.updatedAt > memory.createdAt;
    if (isEdited) await this.repository.withdraw(owner.agentId, memory.id, memory.updatedAt, found);
    if (found.length === 0) return;
    const known = await this.repository.known(owner.agentId, found);
    const isNew = (link: FoundLink, candidate: Memory | undefined): boolean => {
      const before = known.get(pairOf(link));
      return !before || !candidate || !isOfTheseTexts(before, memory, candidate);
    };
    const fresh = pairs.flatMap(({ link }, at) =>
      link && isNew(link, candidates[at]?.memory) ? [link] : [],
    );
    await this.links.open(actorOf(owner), fresh);
    if (owner.supersession === 'auto') await this.applyCertain(owner, pairs);
  }

  /** Applies links as a person does, so that they are in the history and can be taken back. */
  private async applyCertain(owner: LinkOwner, pairs: readonly PairVerdict[]): Promise<void> {
    const certain = pairs.flatMap(({ link, isCertain }) => (link && isCertain ? [link] : []));
    const known = await this.repository.known(owner.agentId, certain);
    for (const { linkId, state } of known.values())
      if (state === 'open') await this.links.apply(actorOf(owner), linkId).catch(ignoreMissing);
  }
}

function actorOf({ agentId, namespace }: LinkOwner): Actor {
  return { agentId, namespace, sessionId: null, grant: { by: 'judge' } };
}

/** A memory or a link may have been deleted since it was judged. */
function ignoreMissing(error: unknown): void {
  const isMissing =
    error instanceof DomainError && (error.code === 'memory_not_found' || error.code === 'link_not_found');
  if (!isMissing) throw error;
}

import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import type { OpenLink } from '../links/link';
import { Links } from '../links/links.service';
import { Currency, type IsCurrent } from '../memories/currency.service';
import type { ActiveSession } from '../sessions/session';
import { AnswerHistories, type IsAsked } from './answer-history.service';
import { standingFor, type BearingMemory } from './bearing';
import { byAgent, type Found } from './searched-agents';

/** Why a memory bears on a question that itself says nothing of it. */
export const REPLACES = 'replaces a memory that does';

/** What other memories say of found ones, of each agent its own. */
@Injectable()
export class Relations {
  constructor(
    private readonly currency: Currency,
    private readonly links: Links,
    private readonly histories: AnswerHistories,
  ) {}

  /** Which of them are current. */
  async currentAmong(session: ActiveSession, found: readonly Found[]): Promise<IsCurrent> {
    const judges = new Map<Memory, IsCurrent>();
    const groups = byAgent(session, found).map(async ({ agent, found: own }) => {
      const memories = own.map(({ memory }) => memory);
      const isCurrent = await this.currency.of(agent.namespace, memories);
      for (const memory of memories) judges.set(memory, isCurrent);
    });
    await Promise.all(groups);
    return (memory) => judges.get(memory)?.(memory) ?? false;
  }

  /** What holds now in place of found memories that do not, each once, at the places of these. */
  async replacing(
    session: ActiveSession,
    found: readonly BearingMemory[],
    now: Date,
    isAsked: IsAsked,
  ): Promise<BearingMemory[]> {
    const { replacements } = await this.histories.ofFound(session, found, now, isAsked);
    const inPlace = new Map<string, BearingMemory>();
    for (const each of found) {
      const last = replacements.get(each.memory.id)?.last;
      if (last && !inPlace.has(last.id)) inPlace.set(last.id, standingFor(each, last, REPLACES));
    }
    const all = [...inPlace.values()];
    const isCurrent = await this.currentAmong(session, all);
    return all.filter(({ memory }) => isCurrent(memory));
  }

  /** Open links of which one memory or both are among them. */
  async openLinksOf(session: ActiveSession, found: readonly Found[]): Promise<OpenLink[]> {
    const groups = byAgent(session, found).map(({ agent, found: own }) =>
      this.links.openOf(
        agent,
        own.map(({ memory }) => memory.id),
      ),
    );
    return (await Promise.all(groups)).flat();
  }
}

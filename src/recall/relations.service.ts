import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import type { OpenLink } from '../links/link';
import { Links } from '../links/links.service';
import { Currency, type IsCurrent } from '../memories/currency.service';
import type { ActiveSession } from '../sessions/session';
import { byAgent, type Found } from './searched-agents';

/** What other memories say of found ones, of each agent its own. */
@Injectable()
export class Relations {
  constructor(
    private readonly currency: Currency,
    private readonly links: Links,
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

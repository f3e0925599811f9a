import { Injectable } from '@nestjs/common';
import type { Memory } from '../backend/memory';
import { contradictionsAmong, updatesAmong, type OpenLink } from '../links/link';
import { OpenLinksRepository } from '../links/open-links.repository';
import { Currency, type IsCurrent } from '../memories/currency.service';
import type { ActiveSession } from '../sessions/session';
import { AnswerHistories, type AnswerHistory, type IsAsked } from './answer-history.service';
import { standingFor, withAdded, type BearingMemory, type Recalled } from './bearing';
import { byAgent, type Found } from './searched-agents';

/** Links in a row, each from a memory to what may replace it, that are followed at most. */
const MOST_STEPS = 5;

/** What other memories say of found ones, of each agent its own. */
@Injectable()
export class Relations {
  constructor(
    private readonly currency: Currency,
    private readonly openLinks: OpenLinksRepository,
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
    return this.inPlaceOf(session, found, replacements);
  }

  /** The last memory in the place of each of these that another one replaced, if it holds now. */
  async inPlaceOf(
    session: ActiveSession,
    found: readonly BearingMemory[],
    replacements: AnswerHistory['replacements'],
  ): Promise<BearingMemory[]> {
    const last = found.flatMap((each) => {
      const replacement = replacements.get(each.memory.id);
      return replacement ? [standingFor(each, replacement.last, 'replaces a memory that does')] : [];
    });
    const isCurrent = await this.currentAmong(session, last);
    return withAdded(
      [],
      last.filter(({ memory }) => isCurrent(memory)),
    );
  }

  /** Open links of which one memory or both are among them. */
  async openLinksOf(session: ActiveSession, found: readonly Found[]): Promise<OpenLink[]> {
    const groups = byAgent(session, found).map(({ agent, found: own }) =>
      this.openLinks.of(agent, idsOf(own)),
    );
    return (await Promise.all(groups)).flat();
  }

  /**
   * Open links of the memories of each agent, and these memories with what the links name beside them and holds now: what
   * may be the newer value before them, also of that one and so on, and the other half of a contradiction behind.
   */
  async withLinked<T extends Recalled>(
    session: ActiveSession,
    memories: readonly T[],
    isAsked: IsAsked,
  ): Promise<{ links: OpenLink[]; memories: T[] }> {
    const groups = byAgent(session, memories).map(async ({ agent, found }) => {
      const placed: Placed<T>[] = [];
      const links = new Map<string, OpenLink>();
      let fresh: readonly T[] = found;
      for (let step = 0; step < MOST_STEPS && fresh.length > 0; step++) {
        const read = await this.openLinks.of(agent, idsOf(fresh));
        for (const link of read) links.set(`${link.newerId} ${link.olderId}`, link);
        const known = [...found, ...placed.map(({ added }) => added)];
        const named = namedBeside(known, step === 0 ? read : updatesAmong(read));
        const current = await this.histories.current(agent, [...named.keys()], isAsked);
        const next = current.flatMap((memory) => standingBeside(named, memory));
        placed.push(...next);
        fresh = next.map(({ added }) => added);
      }
      return { links: [...links.values()], placed };
    });
    const all = await Promise.all(groups);
    const placed = all.flatMap((each) => each.placed);
    const addedThat = (says: Beside<T>['says']): T[] =>
      placed.flatMap((each) => (each.says === says ? [each.added] : []));
    const newer = withAdded(memories, addedThat('may replace'));
    return {
      links: all.flatMap(({ links }) => links),
      memories: withAdded(newer, addedThat('contradicts'), 'behind'),
    };
  }
}

interface Beside<T> {
  beside: T;
  says: 'may replace' | 'contradicts';
}

interface Placed<T> {
  added: T;
  says: Beside<T>['says'];
}

/**
 * What stands for a memory that was found, the best of them: the other half of a contradiction, and what may be the newer
 * value, by their ids.
 */
function namedBeside<T extends Recalled>(
  found: readonly T[],
  links: readonly OpenLink[],
): Map<string, Beside<T>> {
  const byId = new Map(found.map((each) => [each.memory.id, each]));
  const named = new Map<string, Beside<T>>();
  const add = (of: string, other: string, says: Beside<T>['says']): void => {
    const beside = byId.get(of);
    if (beside === undefined || byId.has(other)) return;
    const known = named.get(other);
    if (known === undefined || known.beside.score < beside.score) named.set(other, { beside, says });
  };
  for (const { newerId, olderId } of contradictionsAmong(links)) {
    add(newerId, olderId, 'contradicts');
    add(olderId, newerId, 'contradicts');
  }
  for (const { newerId, olderId } of updatesAmong(links)) add(olderId, newerId, 'may replace');
  return named;
}

function standingBeside<T extends Recalled>(
  named: ReadonlyMap<string, Beside<T>>,
  memory: Memory,
): Placed<T>[] {
  const place = named.get(memory.id);
  if (place === undefined) return [];
  const { beside, says } = place;
  return [{ says, added: standingFor(beside, memory, `${says} a memory that does`) }];
}

function idsOf(found: readonly Found[]): string[] {
  return found.map(({ memory }) => memory.id);
}

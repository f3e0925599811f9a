import { storedMemory } from '../../test/support/memories';
import { TestClock } from '../../test/support/test-clock';
import type { Memory } from '../backend/memory';
import type { MemoryStore } from '../backend/memory-store';
import type { TextChanges } from '../backend/text-changes.repository';
import type { FoundLinks, JudgedMemory } from './found-links.service';
import { LinkTurn } from './link-turn.service';
import type { Candidate } from './pair-judge';
import type { LinkFinder } from './link-finder.service';

const OWNER = { agentId: 'demo', namespace: 'space', supersession: 'link' as const };
const memory = storedMemory({});
const place = { xid: '7', memoryId: memory.id };

/** Takes the turn of `judged`; the candidates that it was judged with, null if it was not judged. */
async function candidatesOf(judged: Memory | null, alike: Memory[], later: Memory[] = []) {
  const candidate = (one: Memory): Candidate => ({ memory: one, found: { words: 0.5, vectors: null } });
  let seen: readonly Memory[] | null = null;
  const turn = new LinkTurn(
    { find: () => Promise.resolve(judged) } as unknown as MemoryStore,
    { laterThan: () => Promise.resolve(new Set(later.map(({ id }) => id))) } as unknown as TextChanges,
    {
      candidatesOf: () => Promise.resolve(alike.map(candidate)),
      judgePairs: () => Promise.resolve([]),
    } as unknown as LinkFinder,
    {
      record: (_: unknown, { candidates }: JudgedMemory) => {
        seen = candidates.map((each) => each.memory);
        return Promise.resolve();
      },
    } as unknown as FoundLinks,
    new TestClock(),
  );
  await turn.take(OWNER, place, new AbortController().signal);
  return seen;
}

describe('the turn of a memory', () => {
  const [one, two] = [storedMemory({ content: 'one' }), storedMemory({ content: 'two' })];

  it('is against the texts that were written before it', async () => {
    expect(await candidatesOf(memory, [one, two], [two])).toEqual([one]);
  });

  it('is against the 20 that are most alike, of those that were written before it', async () => {
    const many = Array.from({ length: 30 }, () => storedMemory({}));
    expect(await candidatesOf(memory, many, many.slice(0, 5))).toEqual(many.slice(5, 25));
  });

  it.each([
    ['deleted', null],
    ['expired', storedMemory({ status: 'expired' })],
    ['replaced', storedMemory({ supersededBy: one.id })],
    ['ended', storedMemory({ validTo: new Date(0) })],
  ])('is none for a memory that was %s before it', async (_, gone) => {
    expect(await candidatesOf(gone, [one])).toBeNull();
  });

  it('is there for a memory that will end', async () => {
    expect(await candidatesOf(storedMemory({ validTo: new Date('2100-01-01') }), [one])).toEqual([one]);
  });
});

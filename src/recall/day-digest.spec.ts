import fc from 'fast-check';
import type { Memory } from '../backend/memory';
import { codePoints } from '../common/text';
import { clipped, DayCollector, MAX_BEST } from './day-digest';
import { aDayMemory } from '../../test/support/memories';

function digestOf(memories: readonly Memory[]) {
  const collector = new DayCollector('2026-05-01');
  collector.add(memories);
  return collector.digest();
}

describe('the digest of a day', () => {
  it('counts every memory by its type, the weightiest types first', () => {
    const types = ['context', 'fact', 'decision', 'fact'] as const;
    const digest = digestOf(types.map((type, i) => aDayMemory({ type, content: `No. ${i}` })));
    expect(digest).toMatchObject({ date: '2026-05-01', count: 4 });
    expect(Object.entries(digest.byType)).toEqual([
      ['decision', 1],
      ['fact', 2],
      ['context', 1],
    ]);
  });

  it('holds the surest of a type first, and of those any, whenever they were stored', () => {
    const memories = [
      aDayMemory({ id: 'sure-a', confidence: 0.9, content: 'a' }),
      aDayMemory({ id: 'unsure', confidence: 0.2, content: 'b' }),
      aDayMemory({
        id: 'sure-b',
        confidence: 0.9,
        content: 'c',
        createdAt: new Date('2026-05-01T13:00:00Z'),
      }),
    ];
    expect(
      digestOf(memories)
        .best.get('fact')
        ?.map(({ id }) => id),
    ).toEqual(['sure-a', 'sure-b', 'unsure']);
  });

  it('holds what is said twice once, and counts it twice', () => {
    const digest = digestOf([aDayMemory({ content: 'It rains.' }), aDayMemory({ content: ' it  RAINS. ' })]);
    expect(digest.best.get('fact')).toHaveLength(1);
    expect(digest.count).toBe(2);
  });

  it('holds no more of a type than there is room for, however many there are', () => {
    const many = Array.from({ length: 5 * MAX_BEST }, (_, i) =>
      aDayMemory({ id: String(i), content: `No. ${i}`, confidence: i / (5 * MAX_BEST) }),
    );
    const digest = digestOf(many);
    expect(digest.best.get('fact')?.map(({ id }) => id)).toEqual(
      many
        .slice(-MAX_BEST)
        .map(({ id }) => id)
        .reverse(),
    );
    expect(digest.count).toBe(5 * MAX_BEST);
  });

  it('counts pieces of files and notes of the service, and holds none of them', () => {
    const digest = digestOf([
      aDayMemory({ type: 'artifact', source: 'upload' }),
      aDayMemory({ type: 'context', source: 'service', tags: ['session-summary'] }),
      aDayMemory({ type: 'artifact', content: 'The build is in dist/' }),
    ]);
    expect(digest.count).toBe(3);
    expect([...digest.best.keys()]).toEqual(['artifact']);
    expect(digest.best.get('artifact')).toHaveLength(1);
  });

  it('puts a text on one line, after the title that it was given', () => {
    const memory = aDayMemory({ title: 'Deploy', titleDerived: false, content: 'one\n\n- two\u2028three' });
    expect(digestOf([memory]).best.get('fact')?.[0]?.text).toBe('Deploy: one - two three');
  });
});

describe('a clipped text', () => {
  it('ends after a word', () => {
    expect(clipped('one two three', 12)).toBe('one two…');
    expect(clipped('one two three', 13)).toBe('one two three');
    expect(clipped('onetwothree', 5)).toBe('onet…');
  });

  it('is never longer than allowed, and whole where it fits', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (each, most) => {
        const short = clipped(each, most);
        expect(codePoints(short)).toBeLessThanOrEqual(most);
        if (codePoints(each) <= most) expect(short).toBe(each);
        if (each.isWellFormed()) expect(short.isWellFormed()).toBe(true);
      }),
    );
  });
});

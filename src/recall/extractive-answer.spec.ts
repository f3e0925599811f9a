import * as fc from 'fast-check';
import { aMemory } from '../../test/support/memories';
import type { Memory } from '../backend/memory';
import type { BearingMemory } from './bearing';
import { extractiveAnswer, MAX_SOURCES, quoteOf } from './extractive-answer';

function found(score: number, content = 'Likes tea'): BearingMemory {
  const memory = aMemory({ content }) as unknown as Memory;
  return {
    memory,
    score,
    neighbourScore: 0,
    timeScore: 0,
    speakerScore: 0,
    inThread: false,
    lexical: { rank: null, score },
    vector: null,
    matchedTerms: [],
    bears: { certainty: score >= 0.25 ? 'high' : 'low', reason: 'holds 1 of 1 terms' },
  };
}

describe('quoteOf', () => {
  it('quotes all of a short memory, on one line', () => {
    expect(quoteOf('Likes tea.\n\nAnd  cake.', [])).toBe('Likes tea. And cake.');
  });

  it('quotes the sentences of a long one from that with most of the terms on', () => {
    const filler = 'Something else was said here too. '.repeat(15);
    const quote = quoteOf(`${filler}The ship sails at noon. It carries coffee. ${filler}`, ['ship', 'sail']);
    expect(quote).toMatch(/^… The ship sails at noon\. It carries coffee\..* …$/);
    expect(quote.length).toBeLessThan(410);
  });

  it('keeps within its length, whatever the text, and breaks no character', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3_000, unit: 'grapheme' }), (text) => {
        const quote = quoteOf(text, ['a']);
        expect(quote.length).toBeLessThan(410);
        expect(quote.isWellFormed()).toBe(text.isWellFormed() || quote.isWellFormed());
      }),
    );
  });
});

describe('an extractive answer', () => {
  it('quotes passages with their days and ids', () => {
    const tea = found(0.5, 'Likes tea');
    const { text, sources, generatedBy } = extractiveAnswer([tea]);
    expect(text).toBe(`One memory bears on this:\n- 2026-05-01: "Likes tea" [${tea.memory.id}]`);
    expect(sources).toEqual([tea]);
    expect(generatedBy).toBe('extractive');
  });

  it('says in words how sure it is', () => {
    expect(extractiveAnswer([found(0.2)]).text).toMatch(/^One memory may bear on this:/);
    expect(extractiveAnswer([found(0.2), found(0.2)]).text).toMatch(/^These memories may bear on this:/);
    expect(extractiveAnswer([found(0.3), found(0.2)]).text).toMatch(/^These memories bear on this:/);
  });

  it('names no more than a few memories', () => {
    const many = Array.from({ length: 15 }, () => found(0.5));
    expect(extractiveAnswer(many).sources).toEqual(many.slice(0, MAX_SOURCES));
  });

  it('says so when nothing bears on the question', () => {
    expect(extractiveAnswer([])).toMatchObject({ text: expect.stringContaining('Nothing'), sources: [] });
  });
});

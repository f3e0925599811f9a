import * as fc from 'fast-check';
import { aFormerMemory, anAnswerMemory } from '../../test/support/answer-memories';
import { extractiveAnswer, MAX_SOURCES, quoteOf } from './extractive-answer';

const found = (score: number, content = 'Likes tea') => anAnswerMemory(content, { score });

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

  it('names all of them for a question about everything', () => {
    const many = Array.from({ length: 15 }, () => found(0.5));
    expect(extractiveAnswer(many, 15).sources).toEqual(many);
  });

  it('says what holds, then what held before and until when', () => {
    const [bus, tram, walk] = [
      anAnswerMemory('Takes the bus'),
      aFormerMemory('Takes the tram', '2026-05-01'),
      aFormerMemory('Walks', null),
    ];
    const { text, certainty } = extractiveAnswer([bus, tram, walk]);
    expect(text.split('\n')).toEqual([
      'These memories bear on this:',
      `- 2026-05-01: "Takes the bus" [${bus.memory.id}]`,
      `- before: "Takes the tram" [${tram.memory.id}], until 2026-05-01`,
      `- before: "Walks" [${walk.memory.id}]`,
    ]);
    expect(certainty).toBe('high');
  });

  it('says of what held before alone that nothing holds now', () => {
    const [tram, walk] = [aFormerMemory('Takes the tram', '2026-02-01'), aFormerMemory('Walks', null)];
    const { text, certainty } = extractiveAnswer([tram, walk]);
    expect(text.split('\n')).toEqual([
      'Nothing that is remembered holds now. This held before:',
      `- until 2026-02-01: "Takes the tram" [${tram.memory.id}]`,
      `- before: "Walks" [${walk.memory.id}]`,
    ]);
    expect(certainty).toBe('low');
  });

  it('names both sides of a contradiction in one line', () => {
    const [never, daily] = [anAnswerMemory('Never had a cat'), anAnswerMemory('Feeds the cat daily')];
    const { text, certainty } = extractiveAnswer([
      { ...never, contradicts: [daily.memory.id] },
      anAnswerMemory('Lives upstairs', { id: 'l' }),
      { ...daily, contradicts: [never.memory.id] },
    ]);
    expect(text.split('\n').slice(1)).toEqual([
      `- contradictory, and nothing says which one holds: 2026-05-01: "Never had a cat" [${never.memory.id}] ` +
        `against 2026-05-01: "Feeds the cat daily" [${daily.memory.id}]`,
      '- 2026-05-01: "Lives upstairs" [l]',
    ]);
    expect(certainty).toBe('low');
  });

  it('says so when nothing bears on the question', () => {
    expect(extractiveAnswer([])).toMatchObject({ text: expect.stringContaining('Nothing'), sources: [] });
  });
});

import * as fc from 'fast-check';
import { aFormerMemory, anAnswerMemory } from '../../test/support/answer-memories';
import { processorMs } from '../../test/support/processor-time';
import { AnswerReader, UNCONFIRMED } from './answer-reader';

const cat = anAnswerMemory('Ida has 3 cats in Turku.');
const dog = anAnswerMemory('The dog is called Rex.');
const old = aFormerMemory('Ida has 2 cats.', '2026-04-01');
const [C, D, O] = [cat, dog, old].map(({ memory }) => `[${memory.id}]`);

function read(...pieces: string[]) {
  const reader = new AnswerReader([cat, dog, old], {
    question: 'Which pets does Ida have?',
    language: 'english',
  });
  const text = pieces.map((piece) => reader.push(piece)).join('') + reader.end();
  return { text, cited: reader.sources, certainty: reader.certainty };
}

describe('AnswerReader', () => {
  it('writes ids for numbers, and knows the memories cited', () => {
    expect(read('In Turku there are 3 cats [1].')).toEqual({
      text: `In Turku there are 3 cats ${C}.`,
      cited: [cat],
      certainty: 'high',
    });
  });

  it.each([
    ['a number', 'There are 5 cats [1].', `There are 5 cats ${C}.${UNCONFIRMED}`],
    ['a name', 'The dog is called Bello [2].', `The dog is called Bello ${D}.${UNCONFIRMED}`],
    [
      'one statement of several',
      'The dog is called Rex. [2] There are 4 cats. [1] All are well.',
      `The dog is called Rex. ${D} There are 4 cats. ${C}${UNCONFIRMED} All are well.`,
    ],
    ['a line of a list', '- 4 cats [1]\n- a dog [2]', `- 4 cats ${C}${UNCONFIRMED}\n- a dog ${D}`],
    [
      'what another memory says',
      'The dog Rex has 3 years [1].',
      `The dog Rex has 3 years ${C}.${UNCONFIRMED}`,
    ],
    ['what nothing is cited for', 'Ida was born in 1990.', `Ida was born in 1990.${UNCONFIRMED}`],
  ])('marks %s that the cited memories lack', (_, said, text) => {
    const answer = read(said);
    expect(answer.text).toBe(text);
    expect(answer.certainty).not.toBe('high');
  });

  it('checks a sentence without a citation with the next one', () => {
    expect(read('There are 3 of them. They live in Turku [1].').text).not.toContain(UNCONFIRMED);
    expect(read('There are 3 cats [1]. All 3 are fine.').text).not.toContain(UNCONFIRMED);
  });

  it('is not sure where only former memories are cited', () => {
    expect(read('Until 2026-04-01 there were 2 cats [3].')).toMatchObject({
      text: `Until 2026-04-01 there were 2 cats ${O}.`,
      certainty: 'low',
    });
  });

  it.each(['Not in memory.', '"Not in memory" ', 'Not in the memory: but [1] says something of 3 cats.'])(
    'takes %j for no answer, without sources',
    (said) => {
      expect(read(said)).toEqual({ text: 'Not in memory.', cited: [], certainty: 'none' });
    },
  );

  it('gives the same however the text is cut into pieces', () => {
    const part = fc.constantFrom(
      'Not',
      ' in memory',
      '.',
      ' 3 cats',
      ' 4 cats',
      '[1]',
      ' [2]',
      '\n',
      '  ',
      ' Rex',
      '?',
    );
    const cuts = fc.array(fc.nat(12), { maxLength: 20 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), cuts, (parts, places) => {
        const text = parts.join('');
        const pieces: string[] = [];
        let from = 0;
        for (const length of places) {
          pieces.push(text.slice(from, from + length));
          from += length;
        }
        expect(read(...pieces, text.slice(from))).toEqual(read(text));
      }),
    );
  });

  it('marks a statement that ends with a piece before the space behind it', () => {
    const text = ' in memory? [2] 3 cats 4 cats? [2]? 3 cats';
    for (let at = 0; at < text.length; at++)
      for (let to = at; to < text.length; to++)
        expect(read(text.slice(0, at), text.slice(at, to), text.slice(to))).toEqual(read(text));
  });

  it('reads a long text without an end in no time', () => {
    const words = Array.from({ length: 5_000 }, () => 'word ');
    expect(processorMs(() => read(...words))).toBeLessThan(3_000);
  });
});

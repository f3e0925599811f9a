import { seededRandom } from './random';
import { queryFrom, sentenceMaker } from './sentences';

describe('sentenceMaker', () => {
  it('makes the same sentences for the same seed', () => {
    const [first, second] = [sentenceMaker(seededRandom(5)), sentenceMaker(seededRandom(5))];
    expect([first(), first(), first()]).toEqual([second(), second(), second()]);
  });

  it('makes different sentences of about 150 characters', () => {
    const sentences = Array.from({ length: 500 }, sentenceMaker(seededRandom(1)));
    const characters = sentences.reduce((sum, sentence) => sum + sentence.length, 0) / sentences.length;
    expect(new Set(sentences).size).toBe(500);
    expect(Math.abs(characters - 150)).toBeLessThan(20);
  });
});

describe('queryFrom', () => {
  it('asks with four to eight words of the sentence', () => {
    const random = seededRandom(2);
    const sentence = sentenceMaker(random)();
    const plain = sentence.replace(/[.,;]/g, '');
    const queries = Array.from({ length: 100 }, () => queryFrom(sentence, random));
    expect(queries.every((query) => plain.includes(query))).toBe(true);
    const lengths = new Set(queries.map((query) => query.split(' ').length));
    expect([...lengths].sort()).toEqual([4, 5, 6, 7, 8]);
  });
});

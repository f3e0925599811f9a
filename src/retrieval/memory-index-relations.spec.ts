import { hits } from '../../test/support/index-samples';

describe('words for one relation', () => {
  it.each([
    ['Where does dad live?', 'The father lives in Leeds.'],
    ['Where do the parents live?', 'Mum lives in Leeds.'],
    ['Which pet is it?', 'The dog is called Rex.'],
  ])('%s finds %s', (question, text) => {
    expect(hits(question, [text, 'The roof is red.']).map(({ id }) => id)).toEqual(['m0']);
  });

  it('count less than the word itself', () => {
    const found = hits('dad', ['Dad drives.', 'Father drives.', 'The roof is red.']);
    expect(found.map(({ id }) => id)).toEqual(['m0', 'm1']);
    expect(found[1]?.score).toBeLessThan(found[0]?.score ?? 0);
    expect(found[1]?.matchedTerms).toEqual(found[0]?.matchedTerms);
  });

  it('are not those of other relations, nor of other languages', () => {
    expect(hits('dad', ['The son drives.'])).toEqual([]);
    expect(hits('dad', ['Father drives.'], 'none')).toEqual([]);
  });
});

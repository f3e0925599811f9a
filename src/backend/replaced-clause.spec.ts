import { MOST_MS, slowTexts } from '../../test/support/linear-time';
import { withoutClause } from './replaced-clause';

describe('withoutClause', () => {
  it.each([
    ['Married to Jamie and works at Google.', 'works at Google', 'Married to Jamie.'],
    ['Works at Google and is married to Jamie.', 'Works at Google', 'is married to Jamie.'],
    ['Lives in Bonn, plays chess, and has a dog.', 'plays chess', 'Lives in Bonn, and has a dog.'],
    ['Lives in Bonn. Plays chess.', 'Plays chess.', 'Lives in Bonn.'],
    ['Lives in Bonn. Plays chess.', 'Lives in Bonn.', 'Plays chess.'],
    ['Wohnt in Ulm und arbeitet bei Bosch', ' arbeitet bei Bosch ', 'Wohnt in Ulm'],
    ['Uses tabs (never spaces) everywhere', '(never spaces)', 'Uses tabs everywhere'],
  ])('of %j without %j leaves %j', (content, text, rest) => {
    expect(withoutClause(content, text)).toBe(rest);
  });

  it('leaves nothing when the clause is all of it', () => {
    expect(withoutClause('Works at Google.', 'Works at Google')).toBe('');
  });

  it.each(['works at Meta', ' ', 'works  at Google'])('knows no clause %j', (text) => {
    expect(withoutClause('Married to Jamie and works at Google.', text)).toBeNull();
  });

  it('takes time in proportion to the content', () => {
    expect(slowTexts((text) => withoutClause(`${text}x`, 'x'), MOST_MS)).toEqual([]);
  });
});

import { MOST_MS, slowTexts } from '../../test/support/linear-time';
import { subjectOf, withoutClause } from './replaced-clause';

describe('withoutClause', () => {
  it.each([
    ['Married to Jamie and works at Google.', 'works at Google', 'Married to Jamie.'],
    ['Works at Google and is married to Jamie.', 'Works at Google', 'is married to Jamie.'],
    ['Lives in Bonn, plays chess, and has a dog.', 'plays chess', 'Lives in Bonn, and has a dog.'],
    ['Lives in Bonn. Plays chess.', 'Plays chess.', 'Lives in Bonn.'],
    ['Lives in Bonn. Plays chess.', 'Lives in Bonn.', 'Plays chess.'],
    ['Wohnt in Ulm und arbeitet bei Bosch', ' arbeitet bei Bosch ', 'Wohnt in Ulm'],
    ['Ann lives in Rome. Ann works at IBM.', 'works at IBM', 'Ann lives in Rome.'],
    ['Ann works at IBM. Ann lives in Rome.', 'works at IBM', 'Ann lives in Rome.'],
    ['Ann works at IBM.', 'works at IBM', ''],
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

describe('subjectOf', () => {
  it.each([
    ['Dana is married to Jamie and works at Google.', 'works at Google', 'Dana'],
    ['Dana Bell is married to Jamie and works at Google.', 'works at Google', 'Dana Bell'],
    ['Ben is here. The user lives in Ulm and works at Bosch.', 'works at Bosch', 'The user'],
    ['Max wohnt in Ulm und arbeitet bei Bosch.', 'arbeitet bei Bosch', 'Max'],
    ['Dana works at Google and is married.', 'Dana works at Google', null],
    ['uses tabs and likes tea', 'likes tea', null],
  ])('of %j, clause %j: %j', (content, text, subject) => {
    expect(subjectOf(content, text)).toBe(subject);
  });

  it('takes time in proportion to the content', () => {
    expect(slowTexts((text) => subjectOf(`${text}x`, 'x'), MOST_MS)).toEqual([]);
  });
});

import { hits, indexIn, query } from '../../test/support/index-samples';
import { similarTerms } from './similar-words';
import { tokenizerOf } from './tokens';

function similarTo(word: string): ReturnType<typeof similarTerms> {
  return similarTerms(tokenizerOf('english').termOf(word));
}

describe('words of similar meaning', () => {
  it.each([
    ['Which car does Priya have?', 'The vehicle in the garage is blue.'],
    ['How much is the rent?', 'The landlord wants 900 euros.'],
    ['Any allergies?', 'Pollen makes him sneeze.'],
  ])('%s finds %s', (question, text) => {
    expect(hits(question, [text, 'The roof is red.']).map(({ id }) => id)).toEqual(['m0']);
  });

  it('count less than the word itself, and the less the less similar they are', () => {
    const found = hits('car', ['It is a car.', 'It is a vehicle.', 'It is a sedan.', 'The roof is red.']);
    expect(found.map(({ id }) => id)).toEqual(['m0', 'm1', 'm2']);
    expect(found[1]?.score).toBeLessThan(0.6 * (found[0]?.score ?? 0));
    expect(found[2]?.score).toBeLessThan(0.7 * (found[1]?.score ?? 0));
    expect(found[1]?.matchedTerms).toEqual(found[0]?.matchedTerms);
  });

  it('score as docs/RECALL.md says', () => {
    const others =
      'Standup is at 9:30.|User drives a Skoda.|The dog is called Rex.|CI runs on CircleCI.|Petra approves vacations.|User likes green tea.|The wifi name is Heron.|Deploys happen on Tuesdays.|Ines is allergic to nuts.|Lunch is at noon.|The printer is on floor two.|User plays the cello.|Backups are kept for 30 days.|The gym opens at six.|Tomas speaks Czech.|Invoices go out monthly.|The archive is in Bonn.|User takes the tram.|Tests need Docker.|Mila teaches physics.';
    const rent = ['Rent is 900 euros.', 'The landlord wants 900 euros.', 'The tenant pays 900 euros.'];
    const found = hits('How much is the rent?', [...others.split('|'), ...rent]);
    expect(found.map(({ score }) => (1 - (1 - score) ** 3).toFixed(3))).toEqual(['0.376', '0.163', '0.093']);
  });

  it('are not those of other languages', () => {
    expect(hits('car', ['It is a vehicle.'], 'german')).toEqual([]);
    expect(hits('car', ['It is a vehicle.'], 'none')).toEqual([]);
  });

  it('are not those of names of persons, days and months', () => {
    for (const name of ['anna', 'monday', 'october', 'paris']) expect(similarTo(name)).toBeNull();
  });

  it('do not make another relation of one', () => {
    expect(similarTo('husband')?.near).toContain('wife');
    expect(hits('husband', ['The wife drives.'])).toEqual([]);
    expect(hits('husband', ['The spouse drives.'])).toHaveLength(1);
  });

  it('are found whatever else was said and removed before', () => {
    const index = indexIn(
      'english',
      Array.from({ length: 600 }, () => 'It is a vehicle.'),
    );
    for (let order = 400; order < 600; order++) index.remove(`m${order}`);
    expect(index.hasDead).toBe(true);
    expect(index.search(query('car', { neighbours: 'off' })).hits).not.toEqual([]);
  });

  it('are left out where too many memories have them', () => {
    const many = Array.from({ length: 501 }, () => 'It is a vehicle.');
    expect(hits('car', many)).toEqual([]);
    expect(hits('car', [...many, 'It is a sedan.'])).toHaveLength(1);
  });

  it('of a query that says both words count once', () => {
    const [first] = hits('car or vehicle', ['It is a car.', 'The roof is red.']);
    expect(first?.matchedTerms).toEqual(['car']);
  });
});

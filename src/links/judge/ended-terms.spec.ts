import { readClause } from './read-clause';

const ended = (text: string): string[] => [...readClause(text, 'english', null).ended];

describe('what a clause says has ended', () => {
  it.each([
    ['Maya moved from Gothenburg to Lisbon', 'gothenburg'],
    ['Xero is gone', 'xero'],
    ['PDF invoices instead of letters', 'letter'],
  ])('%j: %j', (text, term) => {
    expect(ended(text)).toContain(term);
  });

  it('is nothing without a word for it', () => {
    expect(ended('Maya lives in Gothenburg')).toEqual([]);
  });
});

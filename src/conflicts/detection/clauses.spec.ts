import { clausesOf } from './clauses';

describe('clausesOf', () => {
  it.each([
    ['She left A. Dr. Who came in.', ['She left A.', 'Dr. Who came in.']],
    [
      'The user left Siemens and now works at Stripe.',
      ['The user left Siemens', 'The user now works at Stripe.'],
    ],
    ['Milo likes fish and milk.', ['Milo likes fish and milk.']],
    ['Anna is tall. She lives in Rome.', ['Anna is tall.', 'Anna lives in Rome.']],
    ["I don't smoke, but my wife does.", ['user do not smoke', 'user wife does.']],
    ['Tom: I moved to Rome last week.', ['Tom moved to Rome last week.']],
    ['Timezone: Europe/Berlin', ['Timezone: Europe/Berlin']],
    ['- first\n- second', ['first', 'second']],
    ['', []],
  ])('cuts %j', (text, clauses) => {
    expect(clausesOf(text)).toEqual(clauses);
  });

  it('reads a bounded part of a long text', () => {
    expect(clausesOf('One is here. '.repeat(1000))).toHaveLength(12);
    expect(clausesOf('x'.repeat(10_000)).join('').length).toBeLessThanOrEqual(400);
  });
});

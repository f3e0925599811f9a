import { ordered } from '../../test/support/ordered-rows';

describe('newer memories about another subject', () => {
  it.each([
    [
      'alice@acme.io',
      ['alic', 'acm', 'io'],
      'Contact alice@acme.io for the invoice.',
      'Contact alice.smith@acme.io for shipping.',
    ],
    [
      'What does src/app/main.ts start?',
      ['src', 'main', 'ts', 'start'],
      'src/app/main.ts starts the server.',
      'src/cli/main.ts starts the command line.',
    ],
    [
      'On which port does the search service run?',
      ['port', 'search', 'servic', 'run'],
      'The search service runs on port 8001.',
      'The billing service now runs on port 9000.',
    ],
  ])('keeps the order of what is said of two identifiers or kinds: %s', (query, terms, one, other) => {
    const rows = [
      { content: one, day: 1, terms, score: 0.6 },
      { content: other, day: 2, terms },
    ];
    expect(ordered(query, rows)).toEqual([0, 1]);
  });

  it('puts the newer one first where the kind that is asked for is the value', () => {
    const terms = ['user', 'prefer', 'dark', 'mode'];
    const dark = { content: 'The user prefers dark mode.', day: 1, terms, score: 0.6 };
    const light = { content: 'The user now prefers light mode.', day: 2, terms };
    expect(ordered('Does the user prefer dark mode?', [dark, light])).toEqual([1, 0]);
  });
});

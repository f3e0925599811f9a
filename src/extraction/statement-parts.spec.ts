import { partsOf } from './statement-parts';

describe('partsOf', () => {
  it.each([
    ["I'm married to Jamie and work at Google.", ["I'm married to Jamie", 'I work at Google.']],
    [
      'My sister lives in Oslo and works at Equinor.',
      ['My sister lives in Oslo', 'My sister works at Equinor.'],
    ],
    ["I'm a nurse from Leeds.", ["I'm a nurse", "I'm from Leeds"]],
    ["I'm Daniel, a carpenter from Cork.", ["I'm Daniel", "I'm a carpenter", "I'm from Cork"]],
    ["I'm 34, born in Lagos, and I speak Yoruba.", ["I'm 34", "I'm born in Lagos", 'I speak Yoruba.']],
    ['My name is Sam and I live in Berlin.', ['My name is Sam', 'I live in Berlin.']],
    ['Always run the tests and never push to main.', ['Always run the tests', 'Never push to main.']],
    ['We agreed to drop IE and to use Go.', ['We agreed to drop IE', 'We agreed to use Go.']],
    ['This is Bob.', ['My name is Bob']],
  ])('%s', (sentence, parts) => {
    expect(partsOf(sentence)).toEqual(parts);
  });

  it.each([
    'If I drink coffee and I eat late, I sleep badly.',
    "I don't smoke and drink.",
    'My brother Paul and my cousin Mark are visiting.',
    'She said that I work hard and I sleep well.',
    'I like tea and biscuits.',
    'Do I live in Oslo and work in Bergen?',
  ])('is one statement: %s', (sentence) => {
    expect(partsOf(sentence)).toEqual([sentence]);
  });
});

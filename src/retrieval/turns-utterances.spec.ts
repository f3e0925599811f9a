import { endsInQuestion, speakerOf } from './turns';

describe('speakerOf', () => {
  it.each([
    ['[1:56 pm on 8 May, 2023] Caroline: Hey Mel!', 'Caroline'],
    ['(13:56) Ann Lee: Hi', 'Ann Lee'],
    ['Émile: Bonjour', 'Émile'],
    ["O'Neill: Yes.", "O'Neill"],
    ['User: Which theme?', 'User'],
  ])('of %j is %j', (text, speaker) => {
    expect(speakerOf(text)).toBe(speaker);
  });

  it.each([
    'Never push directly to main.',
    'the deploy runs at: noon',
    '[1:56 pm on 8 May, 2023] Hey Mel!',
    'https://example.org: the home page',
    'One Two Three Four: five',
    '',
  ])('of %j is not a person', (text) => {
    expect(speakerOf(text)).toBeNull();
  });
});

describe('endsInQuestion', () => {
  it.each(['Why?', '"Why?"', 'I see. And you?! ', '[10:30] Ann: Why? [Image: a cat]', '为什么？'])(
    'holds of %j',
    (text) => {
      expect(endsInQuestion(text)).toBe(true);
    },
  );

  it.each(['Because.', 'Why? Because.', 'See https://example.org/?q=1', ''])(
    'does not hold of %j',
    (text) => {
      expect(endsInQuestion(text)).toBe(false);
    },
  );
});

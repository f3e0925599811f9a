import { chatRoleOf, endsInQuestion, isAboutAsker, speakerOf } from './turns';

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

describe('chatRoleOf', () => {
  it.each([
    ['User: Which theme?', 'asker'],
    ['human: Which theme?', 'asker'],
    ['[2024-03-15 10:00] User: Which theme?', 'asker'],
    ['Assistant: The dark one.', 'helper'],
    ['[10:00] AI: The dark one.', 'helper'],
  ])('of %j is the %s', (text, role) => {
    expect(chatRoleOf(text)).toBe(role);
  });

  it.each(['Ann: Hi', 'The user: a person', 'Users: 12', 'User stories are due.', ''])(
    'of %j is none',
    (text) => {
      expect(chatRoleOf(text)).toBeNull();
    },
  );
});

describe('isAboutAsker', () => {
  it.each([
    ['english', 'When does my first sprint end?'],
    ['english', 'What did I say about tests?'],
    ['english', 'Which city do we deploy to?'],
    ['german', 'Wann endet mein Sprint?'],
    ['french', "Quand est-ce que j'ai commencé ?"],
    ['spanish', '¿Cuándo termina mi sprint?'],
  ] as const)('holds, in %s, of %j', (language, query) => {
    expect(isAboutAsker(query, language)).toBe(true);
  });

  it.each([
    ['english', 'When does the sprint end?'],
    ['english', 'Does Mimi use iOS?'],
    ['none', 'When does my sprint end?'],
    ['finnish', 'Milloin sprintti loppuu?'],
  ] as const)('does not hold, in %s, of %j', (language, query) => {
    expect(isAboutAsker(query, language)).toBe(false);
  });
});

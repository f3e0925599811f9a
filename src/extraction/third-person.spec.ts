import type { Speaker } from './conversation';
import { inThirdPerson } from './third-person';

const user: Speaker = { kind: 'person', name: 'the user' };

describe('inThirdPerson', () => {
  it.each([
    ['I prefer tea', 'The user prefers tea.'],
    ['I am from Porto.', 'The user is from Porto.'],
    ["I'm from Porto.", 'The user is from Porto.'],
    ["I've moved.", 'The user has moved.'],
    ["I'd rather walk.", 'The user would rather walk.'],
    ["I'd better walk.", 'The user had better walk.'],
    ["I'll walk.", 'The user will walk.'],
    ['I have a dog.', 'The user has a dog.'],
    ["I haven't a dog.", "The user hasn't a dog."],
    ["I don't smoke.", "The user doesn't smoke."],
    ['I do not smoke.', 'The user does not smoke.'],
    ["I can't swim.", "The user can't swim."],
    ['I study law.', 'The user studies law.'],
    ['I watch birds.', 'The user watches birds.'],
    ['I play chess.', 'The user plays chess.'],
    ['I moved to Rome.', 'The user moved to Rome.'],
    ['I need a visa.', 'The user needs a visa.'],
    ['I went home.', 'The user went home.'],
    ['I read it last week.', 'The user read it last week.'],
    ['I quit smoking.', 'The user quit smoking.'],
    ['I read every night.', 'The user reads every night.'],
    ['I usually only drink tea.', 'The user usually only drinks tea.'],
    ['I constructor things.', 'The user constructors things.'],
    ['I rely on Vim.', 'The user relies on Vim.'],
    ['I no longer drive.', 'The user no longer drives.'],
    ['I live in Rome and work at Acme.', 'The user lives in Rome and works at Acme.'],
    ["I like tea and don't like coffee.", "The user likes tea and doesn't like coffee."],
    ['I like tea because I was raised with it.', 'The user likes tea because they were raised with it.'],
    ["I like it when I'm alone.", "The user likes it when they're alone."],
    ['My dog likes me.', "The user's dog likes them."],
    ['Ben expected me that I snore.', 'Ben expected the user that they snore.'],
    ['For work I use Linux.', 'For work the user uses Linux.'],
    ['The server is mine.', "The server is the user's."],
  ])('%s', (said, expected) => {
    expect(inThirdPerson(said, user)).toBe(expected);
  });

  it.each([
    'We use pnpm.',
    'The disk does 4000 I/O operations.',
    'Henry I. was a king.',
    'pnpm is used here.',
    'It is at docs/my/file.md.',
  ])('leaves alone: %s', (said) => {
    expect(inThirdPerson(said, user)).toBe(said);
  });

  it('keeps the words where it could change their sense', () => {
    expect(inThirdPerson('She said "I like him" of Ben.', user)).toBe(
      'The user said: She said "I like him" of Ben.',
    );
    expect(inThirdPerson('Not only do I smoke.', user)).toBe('The user said: Not only do I smoke.');
  });

  it('names others than the user', () => {
    expect(inThirdPerson('I have my own car.', { kind: 'person', name: 'Alice' })).toBe(
      'Alice has their own car.',
    );
  });
});

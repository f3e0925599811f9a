import { frameFeatures } from './frame-features';
import { readClause } from './read-clause';

const of = (older: string, newer: string) =>
  frameFeatures(readClause(older, 'english', null), readClause(newer, 'english', null));

describe('frameFeatures', () => {
  it.each([
    ['The user lives in Berlin.', 'The user lives in Munich.'],
    ['The default timeout is 30 seconds.', 'The default timeout is 60 seconds.'],
  ])('know one value at a time in %j and %j', (older, newer) => {
    expect(of(older, newer)).toMatchObject({ 'same but for one value': 1, 'one value at a time': 1 });
  });

  it.each([
    ['The user likes tea.', 'The user likes coffee.'],
    ['The user has a cat.', 'The user has a dog.'],
  ])('know many values at a time in %j and %j', (older, newer) => {
    expect(of(older, newer)).toMatchObject({ 'many values at a time': 1, 'one value at a time': 0 });
  });

  it.each([
    ['The user lives in Berlin.', 'Munich is where the user lives.'],
    ['The user lives in Berlin.', 'The user lives in Berlin.'],
    ['The user lives.', 'The user lives with his old parents near Munich.'],
  ])('are none of %j and %j', (older, newer) => {
    expect(of(older, newer)).toEqual({});
  });
});

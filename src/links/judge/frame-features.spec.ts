import { frameFeatures, nameOtherValues } from './frame-features';
import { readClause } from './read-clause';

const of = (older: string, newer: string) =>
  frameFeatures(readClause(older, 'english', null), readClause(newer, 'english', null));

describe('frameFeatures', () => {
  it.each([
    ['The user lives in Berlin.', 'The user lives in Munich.'],
    ['The default timeout is 30 seconds.', 'The default timeout is 60 seconds.'],
    ["The user's phone is a Pixel 6.", 'My phone is an iPhone 15.'],
    ['I live in Berlin.', 'The user lives in Munich.'],
    ['Our car is a grey 2016 Skoda estate.', 'Our car is a white electric Volta.'],
    ['Node 18 is required.', 'Node 20 is required.'],
    ['The CEO is John Smith.', 'The CEO is Mary Jones.'],
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

describe('nameOtherValues', () => {
  const nameOther = (older: string, newer: string) =>
    nameOtherValues(readClause(older, 'english', null), readClause(newer, 'english', null));

  it.each([
    ['My phone is a Pixel 6.', "The user's phone is an iPhone 15."],
    ['I live in Berlin.', 'I live in Lisbon now.'],
    ['The user works at Google.', 'I work at Stripe now.'],
    ['Maria works as a nurse at the city hospital.', 'Maria now works as a teacher at the city school.'],
    ['The CEO is John Smith.', 'The CEO is Mary Jones.'],
    ["Anna's office is on the first floor.", "Anna's office is on the third floor."],
    ['Deploy region: eu-west-1', 'Deploy region: us-east-2'],
    ['The ticket costs 49 euros.', 'The ticket costs 58 euros.'],
  ])('sees two values of one thing in %j and %j', (older, newer) => {
    expect(nameOther(older, newer)).toBe(true);
  });

  it.each([
    ['Anna is a manager.', 'Anna is left-handed.'],
    ['The user lives in Berlin.', 'The user lives with his sister.'],
    ['The user works as a nurse.', 'The user works at the hospital.'],
    ['The docs are written in Markdown.', 'The docs are hosted on our server.'],
    ["Noah's favorite subject is maths.", "Noah's favorite sport is judo."],
    ['The user likes tea.', 'The user likes coffee.'],
    ['I am allergic to peanuts.', 'I am allergic to cats.'],
    ['TODO: fix the login test', 'TODO: remove dead feature flags'],
    ['The pass costs 40 euros for students.', 'The pass costs 70 euros for adults.'],
    ['pg-amber: connection limit 900', 'pg-amber: Postgres 16.3'],
    ['There is a meeting on Monday.', 'There is a meeting on Tuesday.'],
  ])('sees none in %j and %j', (older, newer) => {
    expect(nameOther(older, newer)).toBe(false);
  });
});

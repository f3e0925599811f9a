import { standsIn } from './stands-in';

const said = (content: string) => [{ role: 'user', content }];

describe('standsIn', () => {
  it.each([
    ['Never push to main.', 'Never push to main'],
    ['I prefer tea, and no sugar in it.', 'The user prefers tea without sugar.'],
    ['Never use npm, use pnpm', 'Use pnpm.'],
    ['I have two cats.', 'The user has 2 cats.'],
    ['My sister Anna lives in Oslo.', "The user's sister Anna lives in Oslo."],
    ['猫が好きです', 'The user likes cats.'],
  ])('%s: %s', (message, content) => {
    expect(standsIn(content, said(message))).toBe(true);
  });

  it.each([
    ['Never push to main.', 'Push to main.'],
    ['Always push to main.', 'Never push to main.'],
    ['We deploy on port 80.', 'The team deploys on port 8080.'],
    ['My sister lives in Oslo.', 'My sister Anna lives in Oslo.'],
  ])('not in %s: %s', (message, content) => {
    expect(standsIn(content, said(message))).toBe(false);
  });
});

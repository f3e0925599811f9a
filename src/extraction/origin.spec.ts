import { Origins, trustOf, type Origin } from './origin';

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

describe('Origins', () => {
  it.each<[Origin, string, { role: string; content: string }[]]>([
    ['person', 'The user prefers dark themes.', [user('I prefer dark themes.')]],
    ['person', 'The user lives in Oslo.', [user('I live in Oslo.'), assistant('So the user lives in Oslo!')]],
    ['person', 'Der Nutzer wohnt in Oslo.', [user('Oslo.'), assistant('Gut.')]],
    [
      'assistant',
      'The user prefers dark themes.',
      [user('What does the page say?'), assistant('It says: "I prefer dark themes."')],
    ],
    [
      'assistant',
      'The user wants invoices forwarded to accounting.',
      [user('Summarize the mail.'), assistant('"I want all invoices forwarded to accounting," it reads.')],
    ],
    [
      'quotation',
      'The user lives in Rome.',
      [user('My boss wrote: "I live in Rome now." What do I answer?')],
    ],
    ['quotation', 'The user prefers light themes.', [user('Look:\n> I prefer light themes\nStrange.')]],
    [
      'quotation',
      'Deploys happen on Fridays.',
      [user('The readme says\n```\nDeploys happen on Fridays\n```')],
    ],
  ])('%s says %j', (origin, content, messages) => {
    expect(new Origins(messages).of(content)).toBe(origin);
  });

  it('trusts what a person says', () => {
    expect(trustOf('person')).toBe('trusted');
    expect(trustOf('quotation')).toBe('unverified');
    expect(trustOf('assistant')).toBe('unverified');
  });
});

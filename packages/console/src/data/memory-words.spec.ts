import { actorWords, causeWords, clientWords, placeOf, sourceWords } from './memory-words.ts';

describe('who acted', () => {
  it.each([
    ['console', 'a person in the console'],
    ['user', 'a person in the console'],
    ['my-agent', 'the agent'],
    ['key:ci', 'the key ci'],
    ['key:a:b', 'the key a:b'],
    ['oidc:dana', 'dana'],
    ['someone', 'someone'],
  ])('%s is %s', (by, words) => expect(actorWords(by, 'my-agent')).toBe(words));
});

describe('why a memory expired', () => {
  it.each([
    ['retention.error', 'by the age for error in the expiry policy'],
    ['manual', 'by hand'],
    ['conflict-resolution', 'in a review of conflicts'],
    ['pinned', 'by the rule or reason pinned'],
  ])('%s: %s', (reason, words) => expect(causeWords(reason)).toBe(words));
});

it('names programs and sources as people do', () => {
  expect(clientWords('claude-code')).toBe('Claude Code');
  expect(sourceWords('console')).toBe('a person in the console');
  expect(sourceWords('importer')).toBe('importer');
});

describe('the place of a reference', () => {
  it.each([
    ['chat-42#7', { sequence: 'chat-42', number: 7 }],
    ['a#b#12', { sequence: 'a#b', number: 12 }],
    ['chat-42', null],
    ['#7', null],
    [null, null],
  ])('of %s is %j', (reference, place) => expect(placeOf(reference)).toEqual(place));
});

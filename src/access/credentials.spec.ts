import fc from 'fast-check';
import { credentialMatches, presentedCredentials } from './credentials';

describe('presentedCredentials', () => {
  it.each([
    [{}, []],
    [{ authorization: 'Bearer abc' }, ['abc']],
    [{ authorization: 'bEARER   abc' }, ['abc']],
    [{ authorization: 'Bearer a b' }, ['a b']],
    [{ authorization: 'Bearer' }, []],
    [{ authorization: 'Basic abc' }, []],
    [{ authorization: 'abc' }, []],
    [{ 'x-api-key': 'abc' }, ['abc']],
    [{ 'x-api-key': '' }, []],
    [{ authorization: 'Bearer abc', 'x-api-key': 'def' }, ['abc', 'def']],
  ])('finds in %j %j', (headers, expected) => {
    expect(presentedCredentials(headers)).toEqual(expected);
  });
});

describe('credentialMatches', () => {
  it('holds for the credential and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (expected, other) => {
        expect(credentialMatches(sent(expected), expected)).toBe(true);
        expect(credentialMatches(sent(other), expected)).toBe(other === expected);
      }),
    );
  });

  it('holds for a key of any script, whose bytes arrive one by one', () => {
    expect(credentialMatches(sent('ключ-к-сервису-1'), 'ключ-к-сервису-1')).toBe(true);
  });

  it.each([null, ''])('holds for nothing where the credential is %j', (expected) => {
    expect(credentialMatches('', expected)).toBe(false);
    expect(credentialMatches('null', expected)).toBe(false);
  });
});

/** A header value as Node hands it over. */
function sent(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

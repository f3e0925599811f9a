import { newKey } from './key';
import { grantCredential } from './credentials';

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl';
const CREDENTIAL = 'amk_is-how-the-credential-begins';

function kindOf(headers: Record<string, string>, takesTokens = true): string | null {
  const isManagementCredential = (value: string) => value === CREDENTIAL;
  return grantCredential(headers, { isManagementCredential, takesTokens })?.kind ?? null;
}

describe('grantCredential', () => {
  const { key } = newKey();
  const { key: other } = newKey();

  it.each([
    ['no header', {}, null],
    ['a key', { authorization: `Bearer ${key}` }, 'key'],
    ['a key in the other header', { 'x-api-key': key }, 'key'],
    ['the same key twice', { authorization: `bearer ${key}`, 'x-api-key': key }, 'key'],
    ['two keys', { authorization: `Bearer ${key}`, 'x-api-key': other }, 'malformed'],
    ['a key and a token', { authorization: `Bearer ${JWT}`, 'x-api-key': key }, 'malformed'],
    ['a key beside another scheme', { authorization: 'Basic eDp5', 'x-api-key': key }, 'key'],
    [
      'a key beside the management credential',
      { authorization: `Bearer ${key}`, 'x-api-key': CREDENTIAL },
      'key',
    ],
    ['the management credential', { authorization: `Bearer ${CREDENTIAL}` }, null],
    ['the start of a key', { 'x-api-key': 'amk_' }, 'malformed'],
    ['a key of another length', { 'x-api-key': `${key}A` }, 'malformed'],
    ['a token', { authorization: `Bearer ${JWT}` }, 'token'],
    ['a damaged token', { authorization: `Bearer ${JWT.split('.')[0]}.x.` }, 'token'],
    ['any other bearer value', { authorization: 'Bearer secret' }, 'token'],
    ['a token or any other value in the other header', { 'x-api-key': JWT }, null],
    ['another scheme', { authorization: `Basic ${JWT}` }, null],
  ])('of %s is %j', (_, headers, expected) => {
    expect(kindOf(headers as unknown as Record<string, string>)).toBe(expected);
  });

  it('ignores tokens where no issuer is set', () => {
    expect(kindOf({ authorization: `Bearer ${JWT}`, 'x-api-key': 'secret' }, false)).toBeNull();
  });
});

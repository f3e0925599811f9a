import { createSecretKey, randomBytes } from 'node:crypto';
import { openedCookie, sealedCookie, type ConsoleIdentity, type ConsoleSession } from './console-session';
import { newKey, presentedKey } from './key';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const LATER = new Date('2026-05-02T00:00:00.000Z');
const seal = { key: createSecretKey(randomBytes(32)), managementCredential: 'the-secret-of-the-service' };

const sessionOf = (identity: ConsoleIdentity): ConsoleSession => ({
  id: randomBytes(16).toString('base64url'),
  identity,
  expiresAt: LATER,
});

function keyIdentity(): ConsoleIdentity {
  const key = presentedKey(newKey().key);
  if (key === null) throw new Error('A new key is well-formed');
  return { kind: 'key', key };
}

describe('the cookie of the console', () => {
  it.each([
    { kind: 'management' } as const,
    keyIdentity(),
    { kind: 'token', by: 'oidc:ada', token: 'eyJh.eyJz.c2ln' } as const,
  ])('names who logged in, and the session: $kind', (identity) => {
    const session = sessionOf(identity);
    expect(openedCookie(sealedCookie(session, seal), NOW, seal)).toEqual(session);
  });

  it('ends at its time', () => {
    const cookie = sealedCookie(sessionOf({ kind: 'management' }), seal);
    expect(openedCookie(cookie, new Date(LATER.getTime() - 1), seal)).not.toBeNull();
    expect(openedCookie(cookie, LATER, seal)).toBeNull();
  });

  it('is worth nothing under another key or another management credential', () => {
    const cookie = sealedCookie(sessionOf({ kind: 'management' }), seal);
    expect(openedCookie(cookie, NOW, { ...seal, key: createSecretKey(randomBytes(32)) })).toBeNull();
    expect(openedCookie(cookie, NOW, { ...seal, managementCredential: 'another' })).toBeNull();
  });

  it('cannot be changed', () => {
    const cookie = sealedCookie(sessionOf(keyIdentity()), seal);
    for (let place = 0; place < cookie.length; place++) {
      const other = cookie[place] === 'a' ? 'b' : 'a';
      // The last character of a signature has bits that do not count.
      if (place === cookie.length - 1) continue;
      expect(
        openedCookie(`${cookie.slice(0, place)}${other}${cookie.slice(place + 1)}`, NOW, seal),
      ).toBeNull();
    }
  });

  it.each(['', 'm', 'm.1.x', '..', 'm.9999999999999.', 'x'.repeat(200)])('is not %j', (value) => {
    expect(openedCookie(value, NOW, seal)).toBeNull();
  });
});

import { createSecretKey, randomBytes } from 'node:crypto';
import { openToken, sealToken } from './sealed-token';

const key = createSecretKey(randomBytes(32));
const held = { by: 'oidc:ada', token: `eyJhbGciOiJFUzI1NiJ9.${'c29tZSBjbGFpbXM'.repeat(20)}.signature` };

describe('a sealed token', () => {
  it('opens with its key only', () => {
    const sealed = sealToken(held, key);
    expect(openToken(sealed, key)).toEqual(held);
    expect(openToken(sealed, createSecretKey(randomBytes(32)))).toBeNull();
  });

  it('shows neither the token nor its holder, and is another one each time', () => {
    const sealed = sealToken(held, key);
    const bytes = Buffer.from(sealed, 'base64url').toString('latin1');
    for (const part of ['ada', 'eyJ', 'signature', 'c29t']) expect(bytes).not.toContain(part);
    expect(sealToken(held, key)).not.toBe(sealed);
  });

  it.each([0, 12, 28, 40])('does not open with byte %i changed', (place) => {
    const bytes = Buffer.from(sealToken(held, key), 'base64url');
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    expect(openToken(bytes.toString('base64url'), key)).toBeNull();
  });

  it('is not opened when it is cut off', () => {
    const sealed = sealToken(held, key);
    for (const length of [0, 10, 37, sealed.length - 4]) {
      expect(openToken(sealed.slice(0, length), key)).toBeNull();
    }
  });
});

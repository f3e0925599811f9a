import * as fc from 'fast-check';
import { codePoints, firstCodePoints, isStorable } from './text';

const wellFormed = fc.string({ unit: 'binary' });
/** Any UTF-16, lone surrogates included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

describe('codePoints', () => {
  it('counts as iterating a text does', () => {
    fc.assert(
      fc.property(fc.oneof(wellFormed, anyText), (text) => codePoints(text) === Array.from(text).length),
    );
  });

  it('counts a character outside the first plane once', () => {
    expect(codePoints('a😀b')).toBe(3);
  });
});

describe('firstCodePoints', () => {
  it('is the beginning that iterating a text gives', () => {
    fc.assert(
      fc.property(fc.oneof(wellFormed, anyText), fc.nat({ max: 30 }), (text, count) => {
        expect(firstCodePoints(text, count)).toBe(Array.from(text).slice(0, count).join(''));
      }),
    );
  });

  it('cuts no pair of surrogates in two', () => {
    expect(firstCodePoints('ab😀😀', 3)).toBe('ab😀');
  });
});

describe('isStorable', () => {
  it('accepts a text exactly when UTF-8 keeps it and it has no null character', () => {
    fc.assert(
      fc.property(fc.oneof(wellFormed, anyText), (text) => {
        const kept = Buffer.from(text, 'utf8').toString('utf8') === text;
        expect(isStorable(text)).toBe(kept && !text.includes('\u0000'));
      }),
    );
  });

  it.each([['\u0000'], ['a\ud800'], ['\udc00b'], ['\udc00\ud800']])('refuses %j', (text) => {
    expect(isStorable(text)).toBe(false);
  });
});

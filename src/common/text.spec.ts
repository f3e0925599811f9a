import * as fc from 'fast-check';
import { codePoints, firstCodePoints, isBlank, isStorable } from './text';

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

describe('isBlank', () => {
  it.each([
    '',
    ' \t\n\r',
    '\u00a0\u3000',
    '\u200b\u200c\u200d\u2060\ufeff',
    '\u00ad',
    '\u202e',
    '\u0007',
    '\u2800',
    '\u3164',
  ])('is true of %j', (text) => expect(isBlank(text)).toBe(true));

  it.each(['a', ' a ', '\u200b1', '\u{1f600}', '\u0645', '\u4eba', '.', '\u{1f468}\u200d\u{1f469}'])(
    'is false of %j',
    (text) => expect(isBlank(text)).toBe(false),
  );
});

import * as fc from 'fast-check';
import { processorMs } from '../../test/support/processor-time';
import { deriveTitle, normalizeContent } from './memory';

const text = fc.string({ unit: 'binary' });
const multiline = fc
  .array(fc.oneof(text, fc.constantFrom('\n', '\r\n', '\u2028', '\u0085', ' ', '😀')))
  .map((parts) => parts.join(''));

describe('deriveTitle', () => {
  it('is a short content as it is', () => {
    expect(deriveTitle('Likes tea')).toBe('Likes tea');
  });

  it('keeps a content of 50 code points whole', () => {
    expect(deriveTitle('😀'.repeat(50))).toBe('😀'.repeat(50));
  });

  it('cuts a content of 51 code points after 50', () => {
    expect(deriveTitle('😀'.repeat(51))).toBe(`${'😀'.repeat(50)}...`);
  });

  it('folds line breaks and the space around them to one space', () => {
    expect(deriveTitle('First line  \r\n\r\n  second\nthird')).toBe('First line second third');
  });

  it('has at most 53 code points and no line break, whatever the content', () => {
    fc.assert(
      fc.property(multiline, (content) => {
        const title = deriveTitle(content);
        expect(Array.from(title).length).toBeLessThanOrEqual(53);
        expect(title).not.toMatch(/[\r\n\u0085\u2028\u2029]/);
      }),
    );
  });

  it('cuts no pair of surrogates in two', () => {
    fc.assert(fc.property(multiline, (content) => deriveTitle(content).isWellFormed()));
  });

  it('keeps white space that holds no line break', () => {
    expect(deriveTitle('wide   gap\tand tab')).toBe('wide   gap\tand tab');
  });

  it('takes linear time on a long run of white space', () => {
    const content = `a${' '.repeat(9_998)}b`;
    const deriveOften = () => {
      for (let i = 0; i < 100; i++) deriveTitle(content);
    };
    // A few milliseconds; in quadratic time it is seconds.
    expect(processorMs(deriveOften)).toBeLessThan(1_500);
  });
});

describe('normalizeContent', () => {
  it('does not change what it has normalised', () => {
    fc.assert(
      fc.property(
        multiline,
        (content) => normalizeContent(normalizeContent(content)) === normalizeContent(content),
      ),
    );
  });

  it('does not count case and white space', () => {
    expect(normalizeContent('  The Deadline\n is\tFRIDAY ')).toBe(normalizeContent('the deadline is friday'));
  });

  it('keeps different words apart', () => {
    expect(normalizeContent('over all')).not.toBe(normalizeContent('overall'));
  });
});

import * as fc from 'fast-check';
import { processorMs } from '../../test/support/processor-time';
import type { ScoredMemory } from '../backend/memory-search';
import { CitedText } from './cited-text';

const A = '0190b5a0-7c00-7000-8000-00000000000a';
const B = '0190b5a0-7c00-7000-8000-00000000000b';
const INVENTED = '0190b5a0-7c00-7000-8000-0000000000ff';

function cite(...pieces: string[]): { text: string; cited: string[] } {
  const citing = new CitedText([A, B].map((id) => ({ memory: { id } }) as ScoredMemory));
  const text = pieces.map((piece) => citing.push(piece)).join('') + citing.end();
  return { text, cited: citing.sources.map(({ memory }) => memory.id) };
}

describe('CitedText', () => {
  it.each([
    ['keeps a citation', `Tea [${A}].`, `Tea [${A}].`, [A]],
    ['counts several in one bracket', `Tea [${A}, ${B}].`, `Tea [${A}, ${B}].`, [A, B]],
    ['reads other brackets and capitals', `Tea (${A.toUpperCase()}).`, `Tea [${A}].`, [A]],
    ['drops an invented id', `Tea [${INVENTED}].`, 'Tea.', []],
    ['drops it beside a true one', `Tea [${INVENTED}; ${B}].`, `Tea [${B}].`, [B]],
    ['drops it without brackets', `See ${INVENTED} and ${A}.`, `See  and ${A}.`, [A]],
    ['writes ids for numbers', 'Tea [1] [2, 1].', `Tea [${A}] [${B}, ${A}].`, [A, B]],
    ['reads other forms of numbers', 'Tea 【2】 [Memory 1][1-2].', `Tea [${B}] [${A}][${A}, ${B}].`, [A, B]],
    ['drops the number of no memory', 'Tea [3], or [0] [2; 9].', `Tea, or [${B}].`, [B]],
    ['leaves years and numbers in round brackets alone', 'Tea [2024] (1) [v2].', 'Tea [2024] (1) [v2].', []],
    ['leaves other brackets alone', 'Tea [sic] (green).', 'Tea [sic] (green).', []],
    ['leaves an open bracket alone', 'Tea [and so on', 'Tea [and so on', []],
  ])('%s', (_, text, expected, cited) => {
    expect(cite(text)).toEqual({ text: expected, cited });
  });

  it.each([
    ['spaces', ' '],
    ['line breaks', '\n'],
    ['brackets', '['],
    ['digits', '0'],
  ])('reads a long run of %s in no time', (_, character) => {
    const text = `Tea${character.repeat(60_000)}x`;
    expect(processorMs(() => expect(cite(text).text).toBe(text))).toBeLessThan(1_000);
  });

  it('gives the same however the text is cut into pieces', () => {
    const part = fc.constantFrom(
      `[${A}]`,
      '[2, 1]',
      '[7]',
      `[${INVENTED}]`,
      `${B}`,
      INVENTED,
      ' tea',
      '  ',
      '(x)',
      '[',
      ' 12-34 ',
      '.',
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 8 }),
        fc.array(fc.nat(40), { maxLength: 20 }),
        (parts, cuts) => {
          const text = parts.join('');
          const pieces: string[] = [];
          let from = 0;
          for (const cut of cuts) {
            pieces.push(text.slice(from, from + cut));
            from += cut;
          }
          const whole = cite(text);
          expect(cite(...pieces, text.slice(from))).toEqual(whole);
          expect(whole.text).not.toContain(INVENTED);
        },
      ),
    );
  });
});

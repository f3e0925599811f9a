import fc from 'fast-check';
import { ThinkingFilter, withoutThinking } from './model-text';

describe('an answer without the thinking before it', () => {
  it.each([
    ['<think>Hm, {"a": 1}?</think>\n\nYes.', 'Yes.'],
    ['\n<think>\n</think>Yes.', 'Yes.'],
    ['Yes. <think>no</think>', 'Yes. <think>no</think>'],
    ['<thinking> is a tag', '<thinking> is a tag'],
    ['<thi', '<thi'],
    ['<think>for ever', ''],
    ['<think>only</think>', ''],
    ['', ''],
  ])('of %j is %j', (text, answer) => {
    expect(withoutThinking(text)).toBe(answer);
  });

  it('is the same in whichever pieces the text comes', () => {
    const parts = fc.array(fc.constantFrom('<think>', '</think>', '<thi', 'nk>', ' ', '\n', 'Yes', '<'));
    fc.assert(
      fc.property(parts, (pieces) => {
        const filter = new ThinkingFilter();
        const given = pieces.map((piece) => filter.push(piece)).join('') + filter.end();
        expect(given).toBe(withoutThinking(pieces.join('')));
      }),
    );
  });
});

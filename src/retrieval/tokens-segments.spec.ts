import { hostileTexts } from '../../test/support/hostile-texts';
import { segmentsOf } from './tokens';
import { runToEnd } from './time-slices';

const LENGTH = 1_500;
const UNSPACED = ['Han', 'rare Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
const texts = hostileTexts(LENGTH);
const names = [...UNSPACED.map((script) => `letters of ${script}`), '"我喜欢咖啡"', '"ฉันรักกาแฟ"'];

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

function segmentedWhole(run: string): string[] {
  return [...segmenter.segment(run)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));
}

describe('segmentsOf', () => {
  it.each(names)('cuts %s as if it were segmented in one piece', (name) => {
    expect(runToEnd(segmentsOf(texts[name]!))).toEqual(segmentedWhole(texts[name]!));
  });

  it('loses nothing of a word that is longer than what is segmented at once', () => {
    const run = `${'𐐷'.repeat(700)}中`;
    const segments = runToEnd(segmentsOf(run));
    expect(segments.join('')).toBe(run);
    expect(segments.every((segment) => segment.isWellFormed())).toBe(true);
  });

  it('can be paused again and again', () => {
    expect([...segmentsOf(texts['letters of Han']!)].length).toBeGreaterThan(5);
  });
});

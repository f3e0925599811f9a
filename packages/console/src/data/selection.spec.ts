import { countOf, EVERYTHING, isSelected, NOTHING, toggled, toggledRange } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];

function selected(selection: typeof NOTHING): string {
  return ORDER.filter((id) => isSelected(selection, id)).join('');
}

describe('a selection', () => {
  it('takes single rows in and out', () => {
    const two = toggled(toggled(NOTHING, 'a'), 'c');
    expect(selected(two)).toBe('ac');
    expect(selected(toggled(two, 'a'))).toBe('c');
    expect(countOf(two, 100)).toBe(2);
  });

  it('takes a range from the last choice, in both directions', () => {
    expect(selected(toggledRange(toggled(NOTHING, 'b'), 'd', ORDER))).toBe('bcd');
    expect(selected(toggledRange(toggled(NOTHING, 'd'), 'b', ORDER))).toBe('bcd');
  });

  it('takes a range out when its beginning was taken out', () => {
    const four = toggledRange(toggled(NOTHING, 'a'), 'd', ORDER);
    expect(selected(toggledRange(toggled(four, 'b'), 'c', ORDER))).toBe('ad');
  });

  it('takes only the row without a beginning in the list', () => {
    expect(selected(toggledRange(NOTHING, 'c', ORDER))).toBe('c');
    expect(selected(toggledRange(toggled(NOTHING, 'gone'), 'c', ORDER))).toBe('c');
  });

  it('is all that match but some', () => {
    const most = toggled(toggled(EVERYTHING, 'b'), 'd');
    expect(selected(most)).toBe('ace');
    expect(countOf(most, 100)).toBe(98);
    expect(countOf(most, null)).toBeNull();
    expect(selected(toggled(most, 'b'))).toBe('abce');
    expect(selected(toggledRange(most, 'e', ORDER))).toBe('ac');
  });
});

import { CHANGE_PAIRS, type ChangePair, useOf } from './change-pair';

const cellOf = (pair: ChangePair) => `${pair.author} ${pair.kind}`;

describe('CHANGE_PAIRS', () => {
  it('has two texts and a known label in every line', () => {
    const bad = CHANGE_PAIRS.filter(
      ({ older, newer, label }) =>
        older === '' || newer === '' || !['update', 'contradiction', 'duplicate', 'none'].includes(label),
    );
    expect(bad).toEqual([]);
  });

  it('has about as many pairs that only look like a change', () => {
    const innocent = CHANGE_PAIRS.filter((pair) => pair.label === 'none').length;
    expect(CHANGE_PAIRS.length).toBeGreaterThanOrEqual(300);
    expect(innocent / CHANGE_PAIRS.length).toBeCloseTo(0.5, 1);
  });

  it('shares no cell of author and kind between training and test', () => {
    const trained = new Set(CHANGE_PAIRS.filter((pair) => useOf(pair) === 'trained').map(cellOf));
    const tested = CHANGE_PAIRS.filter((pair) => useOf(pair) !== 'trained').map(cellOf);
    expect(tested.filter((cell) => trained.has(cell))).toEqual([]);
  });
});

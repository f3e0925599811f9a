import { textTable } from './text-table';

describe('textTable', () => {
  it('aligns names to the left and figures to the right', () => {
    expect(
      textTable(
        ['phase', 'p50'],
        [
          ['a', '1.25'],
          ['longer', '12.5'],
        ],
      ),
    ).toBe(['| phase  |  p50 |', '| ------ | ---: |', '| a      | 1.25 |', '| longer | 12.5 |'].join('\n'));
  });
});

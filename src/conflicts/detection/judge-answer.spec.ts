import fc from 'fast-check';
import { readVerdicts } from './judge-answer';

const row = {
  pair: 1,
  type: 'update',
  title: 'Moved',
  description: 'It moved.',
  recommendation: 'Expire it.',
};
const { pair: _, ...verdict } = row;

describe('readVerdicts', () => {
  it('puts each verdict at its pair', () => {
    expect(readVerdicts({ conflicts: [{ ...row, pair: 3 }, row] }, 3)).toEqual([verdict, null, verdict]);
  });

  it('takes a bare list, and numbers written as texts', () => {
    expect(readVerdicts([{ ...row, pair: '2' }], 2)).toEqual([null, verdict]);
  });

  it.each([0, 3, -1, 1.5, '', 'one', null, true, [1], NaN])('drops a verdict on pair %j of two', (pair) => {
    expect(readVerdicts({ conflicts: [{ ...row, pair }] }, 2)).toEqual([null, null]);
  });

  it('drops types that do not exist, and the second verdict on a pair', () => {
    const rows = [{ ...row, type: 'delete' }, row, { ...row, type: 'duplicate' }, null, 'text'];
    expect(readVerdicts({ conflicts: rows }, 1)).toEqual([verdict]);
  });

  it('makes texts one short line, and has its own for those that are missing', () => {
    const long = { ...row, title: 'a\n\u0000b', description: 'x'.repeat(2000), recommendation: 7 };
    expect(readVerdicts({ conflicts: [long] }, 1)).toEqual([
      {
        type: 'update',
        title: 'a b',
        description: `${'x'.repeat(497)}...`,
        recommendation: 'Expire the older memory: the newer one says what changed.',
      },
    ]);
  });

  it.each([null, 'none', 7, {}, { conflicts: {} }])('cannot read %j', (answer) => {
    expect(readVerdicts(answer, 1)).toBeNull();
  });

  it('gives one verdict or none a pair, whatever the answer', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(20), (conflicts, count) => {
        expect(readVerdicts({ conflicts: [conflicts] }, count)).toHaveLength(count);
      }),
    );
  });
});

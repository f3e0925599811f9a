import { JudgedPairs } from './judged-pairs';

const at = (id: string, ms: number) => ({ id, updatedAt: new Date(ms) });
const VERDICT = { kind: 'none' };

describe('JudgedPairs', () => {
  it('knows the verdict on two texts, and none after a change of either', () => {
    const pairs = new JudgedPairs<object>();
    pairs.add(at('a', 1), at('b', 1), VERDICT);
    expect(pairs.find(at('a', 1), at('b', 1))).toBe(VERDICT);
    expect(pairs.find(at('a', 2), at('b', 1))).toBeNull();
    expect(pairs.find(at('a', 1), at('b', 2))).toBeNull();
    expect(pairs.find(at('a', 1), at('c', 1))).toBeNull();
  });
});

import { warmShare } from './replicas';

describe('warmShare', () => {
  it('counts what happened between two readings, on replicas that run at the second', () => {
    const before = new Map([
      ['kept', { warm: 10, cold: 10 }],
      ['killed', { warm: 99, cold: 0 }],
    ]);
    const after = new Map([
      ['kept', { warm: 15, cold: 11 }],
      ['added', { warm: 1, cold: 3 }],
    ]);
    expect(warmShare(before, after)).toBe(0.6);
  });

  it('is 0 where nothing was searched', () => {
    expect(warmShare(new Map(), new Map())).toBe(0);
  });
});

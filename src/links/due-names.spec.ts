import { DueNames } from './due-names';

describe('DueNames', () => {
  let now = 0;
  let names: DueNames;
  beforeEach(() => {
    now = 1_000;
    names = new DueNames(() => now);
  });

  it('gives each name once, when it is due', () => {
    names.add('a', 100);
    expect(names.take()).toBeNull();
    now += 100;
    expect(names.take()).toBe('a');
    expect(names.take()).toBeNull();
  });

  it('keeps the time of a name that waits, unless the new one is earlier', () => {
    expect(names.add('a', 100)).toBe(true);
    now += 60;
    expect(names.add('a', 100)).toBe(false);
    expect(names.untilNext()).toBe(40);
    expect(names.add('a', 10)).toBe(true);
    expect(names.untilNext()).toBe(10);
  });

  it('gives the one that waited longest, and none that is not due', () => {
    names.add('late', 500);
    names.add('a', 0);
    names.add('b', 0);
    expect([names.take(), names.take(), names.take()]).toEqual(['a', 'b', null]);
  });

  it('waits for ever without names', () => {
    expect(names.untilNext()).toBe(Infinity);
  });
});

import { readSweepOptions } from './sweep-options';

describe('readSweepOptions', () => {
  it('sweeps half of a million memories by default', () => {
    expect(readSweepOptions([], {})).toEqual({
      databaseUrl: null,
      memories: 1_000_000,
      share: 0.5,
      recalls: 2_000,
      noFail: false,
    });
  });

  it.each([
    ['--memories=999'],
    ['--memories='],
    ['--share=0'],
    ['--share=1.1'],
    ['--recalls=x'],
    ['--unknown'],
  ])('refuses %s', (arg) => {
    expect(() => readSweepOptions([arg], {})).toThrow(arg.split('=')[0]);
  });
});

import { readScaleOptions } from './scale-options';

describe('readScaleOptions', () => {
  it('measures from a thousand to a million memories, with a crowd of a million, by default', () => {
    expect(readScaleOptions([], {})).toEqual({
      databaseUrl: null,
      sizes: [1_000, 10_000, 100_000, 1_000_000],
      crowd: 1_000_000,
      crowdAgents: 1_000,
      recalls: 400,
      build: 100_000,
      chart: 'docs/recall-scale.svg',
      noFail: false,
    });
  });

  it('sorts the sizes and takes each once', () => {
    expect(readScaleOptions(['--sizes', '500,20,500'], {}).sizes).toEqual([20, 500]);
  });

  it('can leave out the crowd, the build and the chart', () => {
    const options = readScaleOptions(['--crowd=0', '--build=0', '--no-chart'], {});
    expect(options).toMatchObject({ crowd: 0, build: 0, chart: null });
  });

  it.each([['--sizes=1000,,2000'], ['--sizes=0'], ['--recalls=x'], ['--crowd=-1'], ['--unknown']])(
    'refuses %s',
    (arg) => {
      expect(() => readScaleOptions([arg], {})).toThrow(arg.split('=')[0]);
    },
  );
});

import { readLoadOptions } from './load-options';

describe('readLoadOptions', () => {
  it('measures for thirty seconds on sixteen connections, twice, by default', () => {
    expect(readLoadOptions([], {})).toEqual({
      databaseUrl: null,
      seconds: 30,
      rounds: 2,
      connections: 16,
      memories: 10_000,
      noFail: false,
      profile: null,
      only: null,
      mixed: {
        agents: 200,
        memories: 5_000,
        connections: 64,
        seconds: 30,
        rounds: 2,
        indexMb: 768,
        dataset: null,
      },
    });
  });

  it('takes the server of the command line before that of the environment', () => {
    const environment = { BENCH_DATABASE_URL: 'postgres://environment' };
    expect(readLoadOptions([], environment).databaseUrl).toBe('postgres://environment');
    expect(readLoadOptions(['--database-url', 'postgres://given'], environment).databaseUrl).toBe(
      'postgres://given',
    );
  });

  it.each([['--seconds=0'], ['--rounds=x'], ['--profile=everything'], ['--only=half'], ['--unknown']])(
    'refuses %s',
    (arg) => {
      expect(() => readLoadOptions([arg], {})).toThrow(arg.split('=')[0]);
    },
  );
});

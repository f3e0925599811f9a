import { readBatchOptions } from './batch-options';

describe('readBatchOptions', () => {
  it('stores a hundred thousand memories on both databases by default', () => {
    expect(readBatchOptions([], {})).toEqual({
      databaseUrl: null,
      memories: 100_000,
      only: null,
      noFail: false,
      profile: false,
    });
  });

  it('takes the server of the environment where the command line names none', () => {
    expect(readBatchOptions([], { BENCH_DATABASE_URL: 'postgres://here' }).databaseUrl).toBe(
      'postgres://here',
    );
  });

  it.each([['--memories=10'], ['--only=both'], ['--unknown']])('refuses %s', (arg) => {
    expect(() => readBatchOptions([arg], {})).toThrow(arg.split('=')[0]);
  });
});

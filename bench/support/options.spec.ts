import {
  count,
  counts,
  databaseUrl,
  flag,
  oneOf,
  readOptions,
  required,
  share,
  someOf,
  text,
} from './options';

describe('readOptions', () => {
  it('takes the standard values if the options are missing', () => {
    const options = { databaseUrl, memories: count(5), sizes: counts([1, 2]), noFail: flag, keep: text };
    expect(readOptions(options, [], {})).toEqual({
      databaseUrl: null,
      memories: 5,
      sizes: [1, 2],
      noFail: false,
      keep: null,
    });
  });

  it('takes the server of the command line before that of the environment', () => {
    const environment = { BENCH_DATABASE_URL: 'postgres://environment' };
    const read = (...args: string[]) => readOptions({ databaseUrl }, args, environment).databaseUrl;
    expect(read()).toBe('postgres://environment');
    expect(read('--database-url', 'postgres://given')).toBe('postgres://given');
  });

  it('reads a name of several words with dashes', () => {
    expect(readOptions({ noFail: flag, indexMb: count(1) }, ['--no-fail', '--index-mb=7'])).toEqual({
      noFail: true,
      indexMb: 7,
    });
  });

  it('keeps some of the known names in their known order', () => {
    expect(readOptions({ parts: someOf(['a', 'b', 'c']) }, ['--parts=c,a']).parts).toEqual(['a', 'c']);
    expect(readOptions({ parts: someOf(['a', 'b']) }, []).parts).toEqual(['a', 'b']);
    expect(readOptions({ parts: someOf(['a', 'b']) }, ['--parts=']).parts).toEqual([]);
  });

  it.each([
    ['--memories=0'],
    ['--memories='],
    ['--memories=1.5'],
    ['--sizes=1,,2'],
    ['--share=0'],
    ['--share=1.1'],
    ['--only=c'],
    ['--parts=c'],
    ['--unknown'],
  ])('refuses %s', (arg) => {
    const known = ['a', 'b'] as const;
    const options = {
      memories: count(1),
      sizes: counts([1]),
      share: share(1),
      only: oneOf(known),
      parts: someOf(known),
    };
    expect(() => readOptions(options, [arg])).toThrow(arg.split('=')[0]);
  });

  it('names a missing option and what its value is', () => {
    expect(() => readOptions({ dataset: required('FILE') }, [])).toThrow('--dataset FILE is missing');
  });
});

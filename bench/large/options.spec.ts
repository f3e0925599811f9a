import { readLargeOptions } from './options';

describe('readLargeOptions', () => {
  it('asks for ten million memories of ten thousand agents by default', () => {
    expect(readLargeOptions([])).toMatchObject({ memories: 10_000_000, agents: 10_000, keep: null });
  });

  it('splits the options of the server at spaces', () => {
    const { postgresOptions } = readLargeOptions(['--postgres-options=-c max_wal_size=8GB']);
    expect(postgresOptions).toEqual(['-c', 'max_wal_size=8GB']);
  });

  it('measures the named parts, in the order in which they are measured', () => {
    expect(readLargeOptions(['--parts=night,traffic']).parts).toEqual(['traffic', 'night']);
    expect(readLargeOptions(['--parts=']).parts).toEqual([]);
  });

  it.each([
    ['--memories=0'],
    ['--agents=x'],
    ['--agents=2000000'],
    ['--agents=9'],
    ['--parts=x'],
    ['--unknown'],
  ])('refuses %s', (arg) => {
    expect(() => readLargeOptions([arg])).toThrow(/--/);
  });
});

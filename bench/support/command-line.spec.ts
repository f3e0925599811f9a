import { commandLine } from './command-line';

function shown(...args: string[]): string {
  return commandLine(['node', '/somewhere/bench/main.ts', 'load', ...args]);
}

describe('commandLine', () => {
  it('shows how the benchmark was started', () => {
    expect(shown()).toBe('npm run bench -- load');
    expect(shown('--seconds', '5')).toBe('npm run bench -- load --seconds 5');
  });

  it('hides credentials', () => {
    expect(shown('--key', 'secret')).not.toContain('secret');
    expect(shown('--key=secret')).not.toContain('secret');
    expect(shown('--database-url', 'postgres://me:secret@host/db')).toBe(
      'npm run bench -- load --database-url postgres://me:***@host/db',
    );
  });
});

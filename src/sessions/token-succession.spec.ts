import { TokenSuccession } from './token-succession';

const WALL = new Date(0);

describe('TokenSuccession', () => {
  let now = 0;
  let succession: TokenSuccession<string>;

  beforeEach(() => {
    now = 100;
    succession = new TokenSuccession<string>(() => now);
  });

  const arrivedAt = (tick: number) => ({ at: WALL, tick });

  it('knows nothing of a token that it did not replace', () => {
    expect(succession.precedes('t', arrivedAt(1))).toBeNull();
  });

  it('takes every request for early while a replacement is under way', async () => {
    let finish = (): void => undefined;
    const run = succession.succeed('t', async (onCommit) => {
      await new Promise<void>((resolve) => (finish = resolve));
      onCommit();
      return 'new';
    });

    expect(succession.precedes('t', arrivedAt(1_000))).toBe(true);
    finish();
    await run;
    expect(succession.precedes('t', arrivedAt(1_000))).toBe(false);
  });

  it('distinguishes requests up to the commit from later ones', async () => {
    await succession.succeed('t', (onCommit) => {
      now = 200;
      onCommit();
      now = 300;
      return Promise.resolve('new');
    });

    expect(succession.precedes('t', arrivedAt(200))).toBe(true);
    expect(succession.precedes('t', arrivedAt(200.001))).toBe(false);
  });

  it('gives parallel callers one replacement', async () => {
    const replace = jest.fn((onCommit: () => void) => {
      onCommit();
      return Promise.resolve('new');
    });

    const results = await Promise.all([succession.succeed('t', replace), succession.succeed('t', replace)]);

    expect(results).toEqual(['new', 'new']);
    expect(replace).toHaveBeenCalledTimes(1);
  });

  it('forgets a replacement that failed or was not its own', async () => {
    await expect(succession.succeed('t', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    await succession.succeed('u', () => Promise.resolve('of another'));

    expect(succession.precedes('t', arrivedAt(1))).toBeNull();
    expect(succession.precedes('u', arrivedAt(1))).toBeNull();
    await expect(succession.succeed('t', () => Promise.resolve('again'))).resolves.toBe('again');
  });

  it('remembers the latest ten thousand', async () => {
    for (let i = 0; i <= 10_000; i++) {
      await succession.succeed(`t${i}`, (onCommit) => {
        onCommit();
        return Promise.resolve('new');
      });
    }

    expect(succession.precedes('t0', arrivedAt(1))).toBeNull();
    expect(succession.precedes('t1', arrivedAt(1))).toBe(true);
  });
});

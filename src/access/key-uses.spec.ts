import { Logger } from '@nestjs/common';
import { TestClock } from '../../test/support/test-clock';
import { KeyUses } from './key-uses.service';
import type { KeysRepository } from './keys.repository';

const MINUTE_MS = 60_000;

let clock: TestClock;
let saved: Map<string, Date>[];
let isAway: boolean;
let uses: KeyUses;

beforeEach(() => {
  jest.useFakeTimers();
  Logger.overrideLogger(false);
  clock = new TestClock();
  saved = [];
  isAway = false;
  const saveUses = (those: ReadonlyMap<string, Date>) => {
    if (isAway) return Promise.reject(new Error('away'));
    saved.push(new Map(those));
    return Promise.resolve();
  };
  uses = new KeyUses({ saveUses } as Partial<KeysRepository> as KeysRepository, clock);
});

afterEach(() => jest.useRealTimers());

async function pass(ms: number): Promise<void> {
  clock.advance({ ms });
  await jest.advanceTimersByTimeAsync(ms);
}

describe('the uses of keys', () => {
  it('are written after the first one, and then once a minute for each key, however many they are', async () => {
    for (let second = 0; second < 120; second++) {
      for (let i = 0; i < 1_000; i++) uses.note(i % 2 === 0 ? 'a' : 'b');
      await pass(1_000);
    }
    expect(saved.length).toBeLessThanOrEqual(3);
    for (const written of saved) expect([...written.keys()].sort()).toEqual(['a', 'b']);
  });

  it('are at most a minute old', async () => {
    for (let second = 0; second < 200; second++) {
      uses.note('a');
      await pass(1_000);
      const last = saved.at(-1)?.get('a')?.getTime() ?? 0;
      expect(clock.now().getTime() - last).toBeLessThanOrEqual(MINUTE_MS);
    }
  });

  it('are written again when the database was away', async () => {
    isAway = true;
    uses.note('a');
    const usedAt = clock.now();
    await pass(1);
    isAway = false;
    await pass(MINUTE_MS);
    expect(saved).toEqual([new Map([['a', usedAt]])]);
  });

  it('are written when the service stops', async () => {
    uses.note('a');
    await pass(1);
    uses.note('b');
    await uses.onApplicationShutdown();
    expect(saved.at(-1)).toEqual(new Map([['b', clock.now()]]));
  });
});

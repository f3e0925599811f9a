import { Logger } from '@nestjs/common';
import { Clock } from '../common/clock';
import type { ActivityEntry } from './activity';
import { ActivityLog, MAX_WAITING } from './activity-log.service';
import type { ActivityRepository } from './activity.repository';

const ENTRY = { tool: 'jest', agentId: 'a', sessionId: 's', op: 'remember', kind: 'write' } as const;

/** Keeps what it is given, unless the test makes it fail or hang. */
class FakeRepository {
  readonly written: ActivityEntry[] = [];
  readonly forgotten: string[] = [];
  largest = 0;
  mode: 'works' | 'fails' | 'hangs' = 'works';

  async insert(entries: readonly ActivityEntry[]): Promise<void> {
    await this.outcome();
    this.largest = Math.max(this.largest, entries.length);
    this.written.push(...entries);
  }

  async forget(agentId: string): Promise<number> {
    await this.outcome();
    this.forgotten.push(agentId);
    return 1;
  }

  private async outcome(): Promise<void> {
    if (this.mode === 'fails') throw new Error('locked');
    if (this.mode === 'hangs') await new Promise(() => undefined);
  }
}

let repository: FakeRepository;
let log: ActivityLog;
let warn: jest.SpyInstance;

beforeEach(() => {
  jest.useFakeTimers();
  warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  jest.spyOn(Logger.prototype, 'log').mockImplementation();
  repository = new FakeRepository();
  log = new ActivityLog(repository as unknown as ActivityRepository, new Clock());
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function record(...numbers: number[]): void {
  for (const n of numbers) log.record({ ...ENTRY, n, by: null });
}

function upTo(end: number, from = 0): number[] {
  return Array.from({ length: end - from }, (_, i) => from + i);
}

const written = () => repository.written.map(({ n }) => n);

describe('ActivityLog', () => {
  it('writes nothing at once, and everything in order within a second', async () => {
    record(1, 2, 3);
    expect(written()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(written()).toEqual([1, 2, 3]);
  });

  it('has no timer while there is nothing to write', async () => {
    expect(jest.getTimerCount()).toBe(0);
    record(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('writes many entries before their second is over, in batches', async () => {
    record(...upTo(2_300));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(written()).toEqual(upTo(2_300));
    expect(repository.largest).toBeLessThanOrEqual(500);
  });

  it('stamps an entry with the time at which it was recorded', async () => {
    jest.setSystemTime(new Date('2026-05-01T12:00:00.000Z'));
    record(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(repository.written[0]?.ts).toEqual(new Date('2026-05-01T12:00:00.000Z'));
  });

  it('keeps what cannot be written, warns once, and writes it in order when it can', async () => {
    repository.mode = 'fails';
    record(1, 2);
    await jest.advanceTimersByTimeAsync(20_000);
    record(3);
    expect(written()).toEqual([]);
    repository.mode = 'works';
    await jest.advanceTimersByTimeAsync(60_000);
    expect(written()).toEqual([1, 2, 3]);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('tries less and less often while it cannot write', async () => {
    repository.mode = 'fails';
    const tries = jest.spyOn(repository, 'insert');
    record(1);
    await jest.advanceTimersByTimeAsync(15_000);
    expect(tries).toHaveBeenCalledTimes(4);
  });

  it('drops the oldest beyond its bound, whether it fails or hangs', async () => {
    repository.mode = 'fails';
    record(...upTo(MAX_WAITING));
    await jest.advanceTimersByTimeAsync(5_000);
    record(...upTo(MAX_WAITING + 700, MAX_WAITING));
    repository.mode = 'works';
    await log.settle();
    expect(written()).toEqual(upTo(MAX_WAITING + 700, 700));
  });

  it('settles after a while when the log hangs', async () => {
    repository.mode = 'hangs';
    record(1);
    const settled = jest.fn();
    void log.settle().then(settled);
    await jest.advanceTimersByTimeAsync(1_900);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(200);
    expect(settled).toHaveBeenCalled();
  });

  it('settles when what came during a write is written too', async () => {
    let release = (): void => undefined;
    jest
      .spyOn(repository, 'insert')
      .mockImplementationOnce(() => new Promise((resolve) => (release = resolve)));
    record(1);
    await jest.advanceTimersByTimeAsync(1_000);
    record(2);
    const settled = log.settle();
    release();
    await settled;
    expect(written()).toEqual([2]);
  });

  it('forgets an agent, also when that fails at first', async () => {
    repository.mode = 'fails';
    log.forget('gone');
    await jest.advanceTimersByTimeAsync(1_000);
    repository.mode = 'works';
    await jest.advanceTimersByTimeAsync(2_000);
    expect(repository.forgotten).toEqual(['gone']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(repository.forgotten).toEqual(['gone']);
  });

  it('writes what waits at the end, and then rests', async () => {
    record(1);
    await log.onApplicationShutdown();
    expect(written()).toEqual([1]);
    record(2);
    expect(jest.getTimerCount()).toBe(0);
  });
});

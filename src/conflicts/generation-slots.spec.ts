import type { PrismaService } from '../database/prisma.service';
import { GenerationSlots, MAX_RUNS } from './generation-slots.service';

/** Processes that share these names; a name is free again when it is released. */
function sharedLocks() {
  const held = new Set<string>();
  const lock = (name: string) => {
    if (held.has(name)) return Promise.resolve(null);
    held.add(name);
    const release = () => Promise.resolve(void held.delete(name));
    return Promise.resolve({ isHeld: () => Promise.resolve(held.has(name)), release });
  };
  return { held, process: () => new GenerationSlots({ lock } as unknown as PrismaService) };
}

function heldWork() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: jest.fn(() => ended), end };
}

const open = () => new AbortController();
const aMoment = () => new Promise((resolve) => setImmediate(resolve));

describe('runs of one agent', () => {
  it('go on one at a time', async () => {
    const slots = sharedLocks().process();
    const { work, end } = heldWork();
    const first = slots.hold('a', open().signal, work);
    const second = jest.fn();
    await expect(slots.hold('a', open().signal, second)).rejects.toMatchObject({
      code: 'ConflictRunActive',
      fields: { agent_id: 'a', retry_after_seconds: 5 },
    });
    expect(second).not.toHaveBeenCalled();
    end();
    await first;
    expect(await slots.hold('a', open().signal, () => Promise.resolve('next'))).toBe('next');
  });

  it('go on one at a time, of several processes', async () => {
    const locks = sharedLocks();
    const { work, end } = heldWork();
    const first = locks.process().hold('a', open().signal, work);
    const other = locks.process();
    await expect(other.hold('a', open().signal, work)).rejects.toMatchObject({ code: 'ConflictRunActive' });
    end();
    await first;
    expect(await other.hold('a', open().signal, () => Promise.resolve('next'))).toBe('next');
  });

  it('begin when one that was cancelled has ended', async () => {
    const slots = sharedLocks().process();
    const { work, end } = heldWork();
    const cancelled = open();
    const first = slots.hold('a', cancelled.signal, work);
    await aMoment();
    cancelled.abort();
    const second = slots.hold('a', open().signal, () => Promise.resolve('next'));
    const third = slots
      .hold('a', open().signal, () => Promise.resolve('last'))
      .catch(({ code }) => code as string);
    end();
    await first;
    expect(await second).toBe('next');
    expect(await third).toBe('ConflictRunActive');
  });

  it('do not begin for a client that has gone while it waited', async () => {
    const slots = sharedLocks().process();
    const { work, end } = heldWork();
    const [cancelled, gone] = [open(), open()];
    const first = slots.hold('a', cancelled.signal, work);
    await aMoment();
    cancelled.abort();
    const second = jest.fn();
    const waiting = expect(slots.hold('a', gone.signal, second)).rejects.toThrow('Left');
    gone.abort(new Error('Left'));
    end();
    await first;
    await waiting;
    expect(second).not.toHaveBeenCalled();
  });

  it('leave nothing held when they fail', async () => {
    const locks = sharedLocks();
    const slots = locks.process();
    await expect(slots.hold('a', open().signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(locks.held.size).toBe(0);
    expect(await slots.hold('a', open().signal, () => Promise.resolve('next'))).toBe('next');
  });
});

describe('runs of many agents', () => {
  it('are so many in a process, and no more', async () => {
    const slots = sharedLocks().process();
    const { work, end } = heldWork();
    const runs = Array.from({ length: MAX_RUNS }, (_, n) => slots.hold(`agent-${n}`, open().signal, work));
    await expect(slots.hold('one-more', open().signal, work)).rejects.toMatchObject({
      code: 'ServiceOverloaded',
      fields: { max_conflict_runs: MAX_RUNS, retry_after_seconds: 5 },
    });
    end();
    await Promise.all(runs);
    expect(await slots.hold('one-more', open().signal, () => Promise.resolve('next'))).toBe('next');
  });
});

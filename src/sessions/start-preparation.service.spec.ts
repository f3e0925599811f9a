import { TestClock } from '../../test/support/test-clock';
import type { MemorySearch } from '../backend/memory-search';
import { ProcessState } from '../common/process-state';
import type { StoredSession } from './session';
import type { SessionsRepository } from './sessions.repository';
import { READY_LIMIT_MS, StartPreparation } from './start-preparation.service';

const LIVE = ['service_agent_newest', 'service_agent_other'];

/** A process that starts: `namespaces` have a live session, and `large` is the load of their large indexes. */
function starting(namespaces: readonly string[], large: Promise<void> = new Promise(() => undefined)) {
  const asked: (string | readonly string[])[] = [];
  const signals: AbortSignal[] = [];
  const sessions = {
    findLastActivated: () =>
      Promise.resolve(namespaces[0] === undefined ? null : ({ namespace: namespaces[0] } as StoredSession)),
    findLiveNamespaces: () => Promise.resolve([...namespaces]),
  } as Partial<SessionsRepository> as SessionsRepository;
  const search = {
    prepare: (namespace: string) => Promise.resolve(void asked.push(namespace)),
    prepareLarge: async (live: () => Promise<readonly string[]>, signal: AbortSignal) => {
      asked.push(await live());
      signals.push(signal);
      return large;
    },
  } as Partial<MemorySearch> as MemorySearch;
  const state = new ProcessState();
  return { asked, signals, state, start: new StartPreparation(sessions, search, state, new TestClock()) };
}

describe('a start', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is ready when the large indexes of live sessions are loaded', async () => {
    let end = (): void => undefined;
    const { asked, state, start } = starting(LIVE, new Promise((resolve) => (end = resolve)));
    await start.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(READY_LIMIT_MS - 1);
    expect(state.phase).toBe('preparing');
    end();
    await jest.advanceTimersByTimeAsync(0);
    expect(state.phase).toBe('serving');
    expect(asked).toEqual([LIVE[0], LIVE]);
  });

  it('is ready after twenty seconds, whatever is still to be loaded', async () => {
    const { signals, state, start } = starting(LIVE);
    await start.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(READY_LIMIT_MS);
    expect(state.phase).toBe('serving');
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it('loads no more once the process stops', async () => {
    const { signals, start } = starting(LIVE);
    await start.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(0);
    start.beforeApplicationShutdown();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('is ready at once without a live session', async () => {
    const { asked, state, start } = starting([]);
    await start.onApplicationBootstrap();
    expect(state.phase).toBe('serving');
    expect(asked).toEqual([]);
  });
});

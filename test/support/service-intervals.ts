const ALL_BUT_INTERVALS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;

/** Set by scripts/jest/service-environment.cjs; missing in a run with `--coverage`. */
const { serviceGlobal = globalThis } = globalThis as { serviceGlobal?: typeof globalThis };

/** Jest's fake timers for the intervals of the test and of the service, which has globals of its own. */
export function fakeIntervals(): { restore(): void } {
  jest.useFakeTimers({ doNotFake: [...ALL_BUT_INTERVALS] });
  const { setInterval, clearInterval } = globalThis;
  const real = { setInterval: serviceGlobal.setInterval, clearInterval: serviceGlobal.clearInterval };
  Object.assign(serviceGlobal, { setInterval, clearInterval });
  return {
    restore: () => {
      Object.assign(serviceGlobal, real);
      jest.useRealTimers();
    },
  };
}

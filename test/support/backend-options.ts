import type { BackendOptions } from '../../src/backend/http/protocol/backend-options';

/** For a client of a server at this address, whose waits are too short to be noticed in tests. */
export function testOptions(
  url: string,
  mode: BackendOptions['mode'],
  apiKey: string | null = null,
): BackendOptions {
  return {
    mode,
    url,
    apiKey,
    timeoutMs: 20_000,
    pingTimeoutMs: 20_000,
    pingEveryMs: 5_000,
    backoffMs: 1,
    jobPollMs: 1,
    runPollMs: 1,
    runTimeoutMs: 20_000,
    circuit: { failures: 1_000, halfOpenAfterMs: 1 },
    bulkhead: { concurrency: 16, queue: 16 },
  };
}

import { withoutTrailing } from '../../../common/text';
import type { Env } from '../../../config/env';

/** Times are in milliseconds. */
export interface BackendOptions {
  mode: 'cloud' | 'on-prem';
  /** Without a slash at the end. */
  url: string;
  /** Null on-prem. */
  apiKey: string | null;
  /** Of a call, retries included. */
  timeoutMs: number;
  /** Of a ping or probe. */
  pingTimeoutMs: number;
  /** The pause between pings during a long call. */
  pingEveryMs: number;
  /** The wait before the first retry; it doubles. */
  backoffMs: number;
  /** The first wait before the state of a job is read again; it doubles. */
  jobPollMs: number;
  runPollMs: number;
  /** Of a conflict detection run of the backend, polling included. */
  runTimeoutMs: number;
  circuit: { failures: number; halfOpenAfterMs: number };
  bulkhead: { concurrency: number; queue: number };
}

const DEFAULT_URL = 'http://localhost:8080';
const TIMEOUT_MS = { cloud: 30_000, 'on-prem': 300_000 } as const;

export function backendOptions(env: Env, mode: BackendOptions['mode']): BackendOptions {
  const timeoutMs = env.BACKEND_TIMEOUT_MS ?? TIMEOUT_MS[mode];
  return {
    mode,
    url: withoutTrailing(env.BACKEND_URL ?? DEFAULT_URL, '/'),
    apiKey: mode === 'cloud' ? env.BACKEND_API_KEY : null,
    timeoutMs,
    pingTimeoutMs: Math.min(timeoutMs, 5_000),
    pingEveryMs: 5_000,
    backoffMs: 200,
    jobPollMs: 50,
    runPollMs: 3_000,
    runTimeoutMs: 300_000,
    circuit: { failures: 5, halfOpenAfterMs: 3_000 },
    bulkhead: { concurrency: 32, queue: 2_048 },
  };
}

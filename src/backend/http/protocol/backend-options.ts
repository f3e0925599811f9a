import { withoutTrailing } from '../../../common/text';
import type { Env } from '../../../config/env';

/** Times are in milliseconds. */
export interface BackendOptions {
  mode: 'cloud' | 'on-prem';
  /** Without a slash at the end. */
  url: string;
  /** Sent in the cloud. */
  apiKey: string | null;
  /** What a call may take, repetitions included. */
  timeoutMs: number;
  /** Of `ping`, and of asking whether the backend is back. */
  pingTimeoutMs: number;
  /** How long a call may take until it is looked whether the backend is there at all. */
  lookAfterMs: number;
  /** The first wait before a call is repeated, which doubles. */
  backoffMs: number;
  /** The first wait before a job is asked for again, which grows. */
  jobPollMs: number;
  runPollMs: number;
  /** Of a run of the backend's detection of conflicts, polling included. */
  runTimeoutMs: number;
  circuit: { failures: number; halfOpenAfterMs: number };
  bulkhead: { atATime: number; waiting: number };
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
    lookAfterMs: 5_000,
    backoffMs: 200,
    jobPollMs: 50,
    runPollMs: 3_000,
    runTimeoutMs: 300_000,
    circuit: { failures: 5, halfOpenAfterMs: 3_000 },
    bulkhead: { atATime: 32, waiting: 2_048 },
  };
}

import { networkCode } from '../../../inference/network-code';
import { BackendFailure, NO_ANSWER, NOT_TAKEN } from './backend-failure';

/** What came of one attempt at a call; the first four say something about how the backend is. */
export type FaultKind =
  /** No connection was made. */
  | 'unreachable'
  /** No answer in time, or only its beginning. */
  | 'broken'
  /** 408, 429 or 5xx. */
  | 'status'
  /** An answer that is not what the protocol says. */
  | 'unreadable'
  /** 401 or 403. */
  | 'key'
  /** Another status that the call has no use for. */
  | 'refused'
  /** Too many calls wait already, or the circuit is open: the call was never sent. */
  | 'not sent'
  /** A job of the backend failed, or takes too long. */
  | 'job';

const OUTAGES: ReadonlySet<FaultKind> = new Set(['unreachable', 'broken', 'status', 'unreadable']);
const HARMLESS: ReadonlySet<FaultKind> = new Set(['unreachable', 'key', 'refused', 'not sent']);

const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNECTTIMEOUT',
]);

const TOO_MANY_REQUESTS = 429;

/** The message is for the log: it names statuses and codes, no address, key or text. */
export class CallFault extends Error {
  constructor(
    readonly kind: FaultKind,
    message: string,
    readonly answer: { status: number; retryAfterMs: number | null } | null = null,
  ) {
    super(message);
    this.name = 'CallFault';
  }

  /** It tells that the backend is in trouble, and may be out of it soon. */
  get isOutage(): boolean {
    return OUTAGES.has(this.kind);
  }

  get isHarmless(): boolean {
    return HARMLESS.has(this.kind) || this.answer?.status === TOO_MANY_REQUESTS;
  }
}

export function isOutage(error: unknown): boolean {
  return error instanceof CallFault && error.isOutage;
}

/** What the client of HTTP threw: no answer came, or no whole one. */
export function networkFault(error: unknown): CallFault {
  const code = networkCode(error);
  if (code === 'ERR_CANCELED') return new CallFault('broken', 'no answer in time');
  if (code !== null && NOT_CONNECTED.has(code)) return new CallFault('unreachable', code);
  return new CallFault('broken', code ?? 'no whole answer');
}

/** What callers get of the faults of a call's attempts, the last of which is the one that ended it. */
export function failureOf(faults: readonly CallFault[]): BackendFailure {
  const last = faults.at(-1);
  const outcome = faults.every((fault) => fault.isHarmless) ? 'refused' : 'unknown';
  const message = last?.kind === 'refused' ? NOT_TAKEN : NO_ANSWER;
  return new BackendFailure(message, outcome, last?.message, last?.kind === 'key');
}

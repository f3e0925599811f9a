/** Where the server names no time. */
const DEFAULT_MS = 500;
/** Nobody who waits for an answer waits for longer than this before it even begins. */
const MAX_MS = 20_000;

/**
 * Milliseconds to wait before a request that was answered with this status is worth sending again, by the
 * `Retry-After` of the answer (seconds or a date, RFC 9110 section 10.2.3); null where it is not, or not soon.
 */
export function retryWait(status: number, retryAfter: string | null, now: Date): number | null {
  if (status !== 429 && status < 500) return null;
  const wait = retryAfter === null ? DEFAULT_MS : waitOf(retryAfter.trim(), now);
  return wait <= MAX_MS ? wait : null;
}

function waitOf(retryAfter: string, now: Date): number {
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? DEFAULT_MS : Math.max(0, at - now.getTime());
}

/** RFC 9110 section 5.6.7: what servers are to send. The two obsolete forms are read too. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * Milliseconds that a `Retry-After` header asks to wait (RFC 9110 section 10.2.3: seconds, or a date); null for
 * none, and for what is neither.
 */
export function retryAfterMs(header: unknown, now: Date): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!HTTP_DATE.test(text)) return null;
  // The form of C's asctime() names no zone, and is in UTC like the others.
  const at = Date.parse(/ GMT$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

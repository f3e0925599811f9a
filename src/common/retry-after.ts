/** The date formats of RFC 9110 section 5.6.7, the two obsolete ones included. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** Milliseconds that a `Retry-After` header asks to wait (RFC 9110 section 10.2.3: seconds, or a date); null if unreadable. */
export function retryAfterMs(header: unknown, now: Date): number | null {
  if (typeof header !== 'string') return null;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(text)) return null;
  // The date format of C's asctime() has no time zone; it is UTC like the others.
  const at = Date.parse(/ GMT$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

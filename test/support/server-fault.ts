import type { OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A body of pieces is sent piece by piece. If it throws, the connection is closed after the last piece. */
export interface FakeAnswer {
  status?: number;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer | AsyncIterable<string | Buffer>;
}

/** What happens to a request of a fake server, or to its answer. */
export type Fault =
  /** The right answer, for requests that come before those that fail. */
  | { kind: 'none' }
  /** Another answer; `retryAfter` is the header. */
  | { kind: 'status'; status: number; retryAfter?: string }
  | { kind: 'body'; body: string; status?: number; contentType?: string }
  | { kind: 'redirect'; to: string }
  /** An answer that does not end. */
  | { kind: 'endless' }
  /** No answer until the client or the server closes. */
  | { kind: 'hang' }
  /** The connection is closed, and the server does nothing. */
  | { kind: 'reset' }
  /** The server does what it should, and the connection is closed instead of an answer. */
  | { kind: 'lost' }
  /** The head and half the body of the right answer come, and the connection is closed. */
  | { kind: 'half' }
  /** The head and half the body come, and no more until the client or the server closes. */
  | { kind: 'stall' }
  /** The right answer with another body. */
  | { kind: 'rewrite'; body: (body: string) => string }
  /** A streamed answer ends after so many of its pieces, in good order or not. */
  | { kind: 'cut stream'; chunks: number; clean?: boolean };

/** The answer of a fault that asks the server for none; null for other faults. */
export function ownAnswer(fault: Fault): FakeAnswer | null {
  if (fault.kind === 'status') {
    const wait = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
    return answerOf('{"error":"fault"}', fault.status, 'application/json', wait);
  }
  if (fault.kind === 'body') return answerOf(fault.body, fault.status, fault.contentType);
  if (fault.kind === 'redirect') return answerOf('', 307, 'text/plain', { location: fault.to });
  if (fault.kind === 'endless') return { body: withoutEnd() };
  return fault.kind === 'reset' ? {} : null;
}

function answerOf(
  body: string,
  status = 200,
  contentType = 'application/json',
  headers: object = {},
): FakeAnswer {
  return { status, headers: { 'content-type': contentType, ...headers }, body };
}

async function* withoutEnd(): AsyncGenerator<string> {
  for (;;) yield ' '.repeat(65_536);
}

/** The right answer as the fault changes it. */
export async function afterFault(answer: FakeAnswer, fault: Fault): Promise<FakeAnswer> {
  if (fault.kind === 'cut stream') return { ...answer, body: firstOf(answer.body, fault) };
  if (fault.kind !== 'rewrite' && fault.kind !== 'half' && fault.kind !== 'stall') return answer;
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers ?? {};
  const whole = await wholeOf(answer.body);
  if (fault.kind === 'rewrite') return { ...answer, headers, body: fault.body(whole.toString()) };
  const half = halfOf(whole, fault.kind);
  return { ...answer, headers: { ...headers, 'content-length': whole.length }, body: half };
}

async function wholeOf(body: FakeAnswer['body'] = ''): Promise<Buffer> {
  return typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : buffer(body);
}

async function* halfOf(whole: Buffer, kind: 'half' | 'stall'): AsyncGenerator<Buffer> {
  yield whole.subarray(0, Math.floor(whole.length / 2));
  if (kind === 'stall') await new Promise(() => {});
  throw new Error('The rest does not come');
}

async function* firstOf(
  body: FakeAnswer['body'] = '',
  { chunks, clean }: { chunks: number; clean?: boolean },
): AsyncGenerator<string | Buffer> {
  let left = chunks;
  for await (const piece of typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body) {
    if (left-- <= 0) break;
    yield piece;
  }
  if (clean !== true) throw new Error('The rest does not come');
}

import { openConnections, secondsOpen, type Connection } from './connections';
import type { Finding } from './findings';
import type { Slowness } from '../support/machine-speed';
import { atRest, mostGrowth, residentMb } from './process-usage';
import { openSession, store, type Session, type Target } from './target';

const SENDERS = 20;
const READERS = 100;
/** Together 20 MB of answer, which no buffer of the system holds. */
const MEMORIES = 2_000;
const CONTENT_LENGTH = 10_000;
/** The first byte is due after 10 s. */
const BODY_LIMIT_S = 20;
/** A reader without progress is cut after 30 s. The buffers of the system have to fill first. */
const READER_LIMIT_S = 30;
const FILLING_S = 30;
const READER_MEMORY_MB = 50;
const MARGIN_S = 5;
const REST_LIMIT_MS = 60_000;

/** Clients that send a byte a second. Resolves when the service has closed them all, or should have. */
export async function attackBySlowSenders(
  target: Target,
  session: Session,
  requestTimeoutMs: number,
): Promise<Finding[]> {
  const headLimit = requestTimeoutMs / 1000 + MARGIN_S;
  const [heads, bodies, uploads] = await Promise.all([
    secondsUntilCut(target, 'GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ', headLimit),
    secondsUntilCut(target, bodyHead(session, 'remember', 'application/json'), BODY_LIMIT_S),
    secondsUntilCut(
      target,
      bodyHead(session, 'upload-file', 'multipart/form-data; boundary=x'),
      BODY_LIMIT_S,
    ),
  ]);
  return [
    { kind: 'slow headers: cut after', worst: heads, limit: headLimit, unit: 's' },
    { kind: 'slow bodies: cut after', worst: bodies, limit: BODY_LIMIT_S, unit: 's' },
    { kind: 'slow uploads: cut after', worst: uploads, limit: BODY_LIMIT_S, unit: 's' },
  ];
}

async function secondsUntilCut(target: Target, head: string, limit: number): Promise<number> {
  const connections = await openConnections(target, SENDERS, head);
  const timer = setInterval(() => write(connections, 'a'), 1_000);
  const seconds = await secondsOpen(connections, limit + MARGIN_S);
  clearInterval(timer);
  return seconds;
}

function bodyHead({ agent, token }: Session, route: string, type: string): string {
  const headers = [`X-Session-Token: ${token}`, `Content-Type: ${type}`, 'Content-Length: 1000000'];
  const line = `POST /api/v2/agents/${agent}/${route} HTTP/1.1`;
  return [line, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n');
}

/** Of a memory figure, before anything else runs. */
const WATCHED_MS = 8_000;

/**
 * Clients that ask for all memories as a stream and read nothing. Resolves with what they cost, and a promise of when the
 * service cuts them.
 */
export async function attackBySlowReaders(
  target: Target,
  slowness: Slowness,
): Promise<{ memory: Finding; cut: Promise<Finding> }> {
  const limit = READER_LIMIT_S + FILLING_S * slowness.machine;
  const session = await openSession(target, 'attacked-by-readers');
  await store(
    target,
    session,
    Array.from({ length: MEMORIES }, (_, i) =>
      `${i} ${'word '.repeat(CONTENT_LENGTH)}`.slice(0, CONTENT_LENGTH),
    ),
  );
  // Links between what was stored are looked for after it, which takes memory too.
  await atRest(target, REST_LIMIT_MS);
  const before = residentMb(target.pid) ?? 0;
  const readers = await openConnections(target, READERS, readAll(session));
  for (const { socket } of readers) socket.pause();
  // A paused socket learns of its end only by writing. Line breaks before a request mean nothing.
  const timer = setInterval(() => write(readers, '\r\n'), 1_000);
  const cut = secondsOpen(readers, limit + MARGIN_S).finally(() => clearInterval(timer));
  const kind = `slow readers (${READERS})`;
  return {
    memory: {
      kind: `${kind}: memory`,
      worst: await mostGrowth(target, before, WATCHED_MS),
      limit: READER_MEMORY_MB,
      unit: 'MB',
    },
    cut: cut.then((worst) => ({ kind: `${kind}: cut after`, worst, limit, unit: 's' })),
  };
}

function readAll({ agent, token }: Session): string {
  const line = `POST /api/v2/agents/${agent}/recall/all HTTP/1.1`;
  const headers = [
    `X-Session-Token: ${token}`,
    'Content-Type: application/json',
    'Accept: application/x-ndjson',
  ];
  return [line, 'Host: 127.0.0.1', ...headers, 'Content-Length: 2', '', '{}'].join('\r\n');
}

function write(connections: readonly Connection[], text: string): void {
  for (const { socket } of connections) if (socket.writable) socket.write(text);
}

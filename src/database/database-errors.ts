/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FOREIGN_KEY_VIOLATION = '23503';

const UNAVAILABLE_CODES = new Set([
  // Prisma: server not reached, time-outs, connection closed, no free connection, no transaction started.
  // https://www.prisma.io/docs/orm/reference/error-reference
  ...'P1001 P1002 P1008 P1017 P2024 P2028 P2037'.split(' '),
  // The system.
  ...'ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH EPIPE ETIMEDOUT'.split(' '),
  // PostgreSQL: shutting down, crashed, starting up, the database dropped, a connection idle for too long; and a
  // server that only reads, as one does that is no longer the first of several.
  ...'57P01 57P02 57P03 57P04 57P05 25006'.split(' '),
]);

/** PostgreSQL's classes of connection failures and of missing room: disk, memory, connections. */
const UNAVAILABLE_CLASS = /^(08|53)[0-9A-Z]{3}$/;

const PASSING_CODES = new Set([
  // Prisma: a conflict of two transactions.
  'P2034',
  // PostgreSQL: a conflict of two transactions, a deadlock, a lock not had in time, a statement or transaction that
  // took too long.
  ...'40001 40P01 55P03 57014 25P03 25P04'.split(' '),
]);

/** What Prisma's driver adapter calls them. */
const UNAVAILABLE_KINDS = new Set(
  'ConnectionClosed DatabaseNotReachable SocketTimeout TlsConnectionError TooManyConnections'.split(' '),
);

const PASSING_KINDS = new Set(['TransactionWriteConflict']);

/** What `pg` says where it has no code. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Connection ended unexpectedly|Query read timeout|does not accept writes|^timeout expired$/;

/** PostgreSQL: data or an index corrupted, a file missing, a file not readable. */
const DAMAGED_CODES = new Set(['XX001', 'XX002', '58P01', '58030']);

const MAX_DEPTH = 5;

interface Facts {
  name: string;
  code: string | null;
  kind: string | null;
  message: string;
}

/** Whether a row names another row that does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  return factsOf(error).some(({ code }) => code === 'P2003' || code === FOREIGN_KEY_VIOLATION);
}

/** Whether the database could not be reached, or had no connection or no room to give: to anybody, not this statement alone. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!isDatabaseError(error)) return false;
  return factsOf(error).some(
    ({ code, kind, message }) =>
      (code !== null && (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASS.test(code))) ||
      (kind !== null && UNAVAILABLE_KINDS.has(kind)) ||
      UNAVAILABLE_MESSAGE.test(message),
  );
}

/** Whether a repetition may succeed: the database was away or slow, or gave up this transaction for another. */
export function isWorthRepeating(error: unknown): boolean {
  return isDatabaseUnavailable(error) || isPassing(error);
}

function isPassing(error: unknown): boolean {
  if (!isDatabaseError(error)) return false;
  return factsOf(error).some(
    ({ code, kind }) =>
      (code !== null && PASSING_CODES.has(code)) || (kind !== null && PASSING_KINDS.has(kind)),
  );
}

/** Whether files of the database are missing or corrupted. */
export function isDatabaseDamaged(error: unknown): boolean {
  return factsOf(error).some(({ code }) => code !== null && DAMAGED_CODES.has(code));
}

/** Whether an error comes from Prisma, its adapter, `pg` or the socket: its message may hold values or addresses. */
export function isDatabaseError(error: unknown): boolean {
  return factsOf(error).some(
    ({ name, code, kind, message }) =>
      /^(PrismaClient|DriverAdapterError|DatabaseError|error$)/.test(name) ||
      kind !== null ||
      (code !== null && /^(P[12]\d{3}|[0-9A-Z]{5}|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND)$/.test(code)) ||
      UNAVAILABLE_MESSAGE.test(message),
  );
}

/** The most telling code of an error: PostgreSQL's where there is one, else the outermost; null without any. */
export function errorCode(error: unknown): string | null {
  const codes = factsOf(error).flatMap(({ code }) => (code === null ? [] : [code]));
  return codes.find((code) => /^[0-9A-Z]{5}$/.test(code) && !/^P[12]\d{3}$/.test(code)) ?? codes[0] ?? null;
}

/** The facts of an error and of its causes, outermost first. */
function factsOf(error: unknown, depth = 0): Facts[] {
  if (typeof error !== 'object' || error === null || depth > MAX_DEPTH) return [];
  const { name, code, originalCode, kind, message, cause, meta, syscall } = error as Record<string, unknown>;
  const own: Facts = {
    name: textOf(name) ?? '',
    code: textOf(originalCode) ?? textOf(code),
    // A refused or vanished Unix socket has any of several codes.
    kind: textOf(kind) ?? (syscall === 'connect' ? 'DatabaseNotReachable' : null),
    message: textOf(message) ?? '',
  };
  const driverError = (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  return [own, ...factsOf(cause, depth + 1), ...factsOf(driverError, depth + 1)];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

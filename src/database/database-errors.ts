/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE_VIOLATION = '23505';

const UNAVAILABLE_CODES = new Set([
  // Prisma: server not reached, time-outs, connection closed, no free connection, no transaction started.
  // https://www.prisma.io/docs/orm/reference/error-reference
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
  // The system.
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  // PostgreSQL: too many connections, shutting down, crashed, starting up.
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);

/** PostgreSQL's class of connection failures. */
const CONNECTION_CLASS = /^08[0-9A-Z]{3}$/;

/** What Prisma's driver adapter calls them. */
const UNAVAILABLE_KINDS = new Set([
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
]);

/** What `pg` says where it has no code. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Connection ended unexpectedly/;

const MAX_DEPTH = 5;

interface Facts {
  name: string;
  code: string | null;
  kind: string | null;
  message: string;
}

/** Whether a statement was refused because a row of the same unique key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return factsOf(error).some(
    ({ code, kind }) => code === 'P2002' || code === UNIQUE_VIOLATION || kind === 'UniqueConstraintViolation',
  );
}

/** Whether the database could not be reached or had no connection to give: worth trying again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!isDatabaseError(error)) return false;
  return factsOf(error).some(
    ({ code, kind, message }) =>
      (code !== null && (UNAVAILABLE_CODES.has(code) || CONNECTION_CLASS.test(code))) ||
      (kind !== null && UNAVAILABLE_KINDS.has(kind)) ||
      UNAVAILABLE_MESSAGE.test(message),
  );
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

/** The facts of an error and of what caused it, outermost first. */
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

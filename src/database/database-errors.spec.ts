import {
  errorCode,
  isDatabaseError,
  isDatabaseUnavailable,
  isForeignKeyViolation,
  isWorthRepeating,
} from './database-errors';

const prisma = (code: string, meta: object = {}) =>
  Object.assign(new Error('Invalid invocation'), { name: 'PrismaClientKnownRequestError', code, meta });
const raw = (cause: object) => prisma('P2010', { driverAdapterError: { name: 'DriverAdapterError', cause } });
const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
});

describe('isForeignKeyViolation', () => {
  it.each([
    ['of a model', prisma('P2003'), true],
    ['of a raw statement', raw({ kind: 'postgres', originalCode: '23503' }), true],
    ['but not a unique violation', prisma('P2002'), false],
  ])('knows one %s', (_name, error, expected) => {
    expect(isForeignKeyViolation(error)).toBe(expected);
  });
});

describe('isDatabaseUnavailable', () => {
  it.each([
    ['P1001', prisma('P1001')],
    ['P1017', prisma('P1017')],
    ['no free connection', prisma('P2024')],
    ['no transaction', prisma('P2028')],
    ['not reachable', raw({ kind: 'DatabaseNotReachable' })],
    ['closed', raw({ kind: 'ConnectionClosed' })],
    ['too many connections', raw({ kind: 'TooManyConnections', originalCode: '53300' })],
    ['a full disk', raw({ kind: 'postgres', originalCode: '53100' })],
    ['a full disk, reported by the driver', Object.assign(new Error('x'), { name: 'error', code: '53100' })],
    ['no memory', raw({ kind: 'postgres', originalCode: '53200' })],
    ['a server that only reads', raw({ kind: 'postgres', originalCode: '25006' })],
    ['shutting down', raw({ kind: 'postgres', originalCode: '57P01' })],
    ['a connection exception', raw({ kind: 'postgres', originalCode: '08006' })],
    ['a refused socket', refused],
    ['a vanished socket', Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'connect' })],
    ['a cause further down', new Error('Query failed', { cause: refused })],
    ['a terminated connection', new Error('Connection terminated unexpectedly')],
    ['a server that does not answer', new Error('Query read timeout')],
    ['a connection that is not opened in time', new Error('timeout expired')],
    ['a pool that waits too long', new Error('timeout exceeded when trying to connect')],
  ])('knows %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ['a wrong statement', raw({ kind: 'postgres', originalCode: '42601' })],
    ['a foreign key', prisma('P2003')],
    ['a missing file', Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' })],
    ['a mistake in the code', new TypeError('x is not a function')],
  ])('does not blame %s', (_name, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  it('ends on an error that causes itself', () => {
    const error = new Error('loop');
    error.cause = error;
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

describe('isWorthRepeating', () => {
  it.each([
    ['a statement that took too long', raw({ kind: 'postgres', originalCode: '57014' })],
    ['the same of the driver', Object.assign(new Error('x'), { name: 'error', code: '57014' })],
    ['a deadlock', raw({ kind: 'TransactionWriteConflict', originalCode: '40P01' })],
    ['a conflict of transactions', Object.assign(new Error('x'), { name: 'error', code: '40001' })],
    ['the same of a model', prisma('P2034')],
    ['a lock not had in time', raw({ kind: 'postgres', originalCode: '55P03' })],
  ])('knows %s, which says nothing about the server', (_name, error) => {
    expect(isWorthRepeating(error)).toBe(true);
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  it('knows a server that is away', () => {
    expect(isWorthRepeating(refused)).toBe(true);
  });

  it.each([
    ['a wrong statement', raw({ kind: 'postgres', originalCode: '42601' })],
    ['a unique violation', prisma('P2002')],
    ['a mistake in the code', Object.assign(new TypeError('x is not a function'), { kind: 'x' })],
  ])('does not hope for %s', (_name, error) => {
    expect(isWorthRepeating(error)).toBe(false);
  });
});

describe('errorCode', () => {
  it("prefers PostgreSQL's code", () => {
    expect(errorCode(raw({ kind: 'postgres', originalCode: '42601' }))).toBe('42601');
    expect(errorCode(prisma('P2003'))).toBe('P2003');
    expect(errorCode(new Error('x'))).toBeNull();
  });
});

describe('isDatabaseError', () => {
  it('finds the errors whose messages may hold values', () => {
    expect(isDatabaseError(prisma('P2003'))).toBe(true);
    expect(isDatabaseError(new TypeError('x'))).toBe(false);
  });
});

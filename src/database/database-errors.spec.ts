import { errorCode, isDatabaseError, isDatabaseUnavailable, isUniqueViolation } from './database-errors';

const prisma = (code: string, meta: object = {}) =>
  Object.assign(new Error('Invalid invocation'), { name: 'PrismaClientKnownRequestError', code, meta });
const raw = (cause: object) => prisma('P2010', { driverAdapterError: { name: 'DriverAdapterError', cause } });
const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
});

describe('isUniqueViolation', () => {
  it.each([
    ['of a model', prisma('P2002')],
    ['of a raw statement', raw({ kind: 'UniqueConstraintViolation', originalCode: '23505' })],
    ['by the code alone', raw({ kind: 'postgres', originalCode: '23505' })],
    ['of the driver', Object.assign(new Error('duplicate key'), { name: 'error', code: '23505' })],
  ])('knows one %s', (_name, error) => {
    expect(isUniqueViolation(error)).toBe(true);
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  it.each([[prisma('P2003')], [new Error('P2002')], [null], ['P2002']])('is not fooled by %p', (error) => {
    expect(isUniqueViolation(error)).toBe(false);
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
    ['shutting down', raw({ kind: 'postgres', originalCode: '57P01' })],
    ['a connection exception', raw({ kind: 'postgres', originalCode: '08006' })],
    ['a refused socket', refused],
    ['a vanished socket', Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'connect' })],
    ['a cause further down', new Error('Query failed', { cause: refused })],
    ['a terminated connection', new Error('Connection terminated unexpectedly')],
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

describe('errorCode', () => {
  it("prefers PostgreSQL's code", () => {
    expect(errorCode(raw({ kind: 'postgres', originalCode: '42601' }))).toBe('42601');
    expect(errorCode(prisma('P2003'))).toBe('P2003');
    expect(errorCode(new Error('x'))).toBeNull();
  });
});

describe('isDatabaseError', () => {
  it('tells the errors whose messages may hold values', () => {
    expect(isDatabaseError(prisma('P2003'))).toBe(true);
    expect(isDatabaseError(new TypeError('x'))).toBe(false);
  });
});

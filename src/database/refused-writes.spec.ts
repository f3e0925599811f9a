import { DomainError } from '../common/domain-error';
import { isWrite, isWriteOperation, refusedWrite, writeProblemText, WritesRefused } from './refused-writes';

describe('a statement', () => {
  it.each([
    'INSERT INTO memories (id) VALUES (1)',
    'WITH gone AS (DELETE FROM memories RETURNING id) SELECT id FROM gone',
    'UPDATE memories SET content = 1',
    'TRUNCATE memories',
    'SELECT id FROM memories FOR UPDATE',
    'SELECT id FROM memories FOR NO KEY UPDATE',
    'SELECT id FROM namespaces FOR KEY SHARE OF n',
    'SELECT id FROM namespaces FOR SHARE',
    `SELECT pg_notify('memories', 'x')`,
  ])('writes: %s', (statement) => expect(isWrite(statement)).toBe(true));

  it.each([
    'SELECT id FROM memories',
    'SELECT updated_at, "deletedBy" FROM memory_updates',
    `SELECT pg_advisory_xact_lock(1)`,
  ])('only reads: %s', (statement) => expect(isWrite(statement)).toBe(false));
});

describe("an operation of Prisma's", () => {
  it.each(['create', 'createMany', 'update', 'updateManyAndReturn', 'upsert', 'delete', 'deleteMany'])(
    'writes: %s',
    (operation) => expect(isWriteOperation(operation)).toBe(true),
  );

  it.each(['findMany', 'findUnique', 'findFirstOrThrow', 'count', 'aggregate', 'groupBy'])(
    'only reads: %s',
    (operation) => expect(isWriteOperation(operation)).toBe(false),
  );
});

describe('refusedWrite', () => {
  const failed = (code: string) => Object.assign(new Error('failed'), { code });

  it.each([
    ['25006', 'read_only'],
    ['53100', 'disk_full'],
  ] as const)('says why the database refused a write with %s', (code, problem) => {
    const refused = refusedWrite(failed(code));
    expect(refused?.code).toBe('BackendUnavailable');
    expect(refused?.message).toBe(
      `The service cannot write: ${writeProblemText(problem)}. Try again shortly`,
    );
  });

  it('finds the reason below what Prisma throws', () => {
    const error = new Error('Raw query failed', { cause: failed('53100') });
    expect(refusedWrite(error)?.message).toContain('its disk is full');
  });

  it('leaves other failures, and answers that are made already', () => {
    expect(refusedWrite(failed('40001'))).toBeNull();
    expect(refusedWrite(new Error('failed'))).toBeNull();
    expect(refusedWrite(new DomainError('KeyNotFound'))).toBeNull();
    expect(refusedWrite(new WritesRefused('synchronous_standby_away'))).toBeNull();
  });
});

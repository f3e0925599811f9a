import { DomainError } from '../common/domain-error';
import { errorCode } from './database-errors';

/** Why a database that answers, or does not, takes no writes. */
export type WriteProblem =
  'standby' | 'read_only' | 'synchronous_standby_away' | 'disk_full' | 'does_not_answer';

const REASONS: Readonly<Record<WriteProblem, string>> = {
  standby: 'it is a standby',
  read_only: 'it is a standby, or its transactions are read-only',
  synchronous_standby_away: 'its synchronous standby is away or far behind',
  disk_full: 'its disk is full',
  does_not_answer: 'it does not answer',
};

/** The text for answers to requests and for probes, without addresses. */
export function writeProblemText(problem: WriteProblem): string {
  return `the database does not accept writes: ${REASONS[problem]}`;
}

/** A write that was not tried, or whose connection was closed, because it would wait for long. */
export class WritesRefused extends DomainError {
  constructor(problem: WriteProblem) {
    super('BackendUnavailable', requestText(problem));
  }
}

/** The error of a request whose write the database refused; null if it failed for another reason. */
export function refusedWrite(error: unknown): DomainError | null {
  if (error instanceof DomainError) return null;
  const problem = PROBLEM_OF_CODE[errorCode(error) ?? ''];
  return problem === undefined ? null : new DomainError('BackendUnavailable', requestText(problem));
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const DISK_FULL = '53100';
/** What a standby answers to writes, and a server whose transactions only read. */
export const READ_ONLY = '25006';
const PROBLEM_OF_CODE: Readonly<Record<string, WriteProblem>> = {
  [READ_ONLY]: 'read_only',
  [DISK_FULL]: 'disk_full',
};

function requestText(problem: WriteProblem): string {
  return `The service cannot write: ${writeProblemText(problem)}. Try again shortly`;
}

/** `FOR UPDATE` too: a row lock is written, so its transaction waits for the standby. */
const WRITES = /\b(?:INSERT|UPDATE|DELETE|TRUNCATE|FOR KEY SHARE|FOR SHARE|pg_notify)\b/;

export function isWrite(statement: string): boolean {
  return WRITES.test(statement);
}

const READS = /^(?:find|count|aggregate|groupBy)/;

/** `operation`: of a model of Prisma's client, such as `findMany`. */
export function isWriteOperation(operation: string): boolean {
  return !READS.test(operation);
}

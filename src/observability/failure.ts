import { HttpException } from '@nestjs/common';
import { errorCode, isWorthRepeating } from '../database/database-errors';
import { refusedWrite } from '../database/refused-writes';
import { DomainError, errorBody } from '../common/domain-error';
import { ModelUnavailable } from '../inference/text-generator';
import { ERROR_TABLE } from '../common/error-table';
import { ValidationError } from '../common/validation-error';

/** The answer to a failure. */
export interface Failure {
  status: number;
  body: { detail: unknown };
  /** A defect, which somebody must look at. */
  unexpected: boolean;
}

const MAX_MESSAGE = 300;

/** The answer to an error that a request threw. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) return domainFailure(error);
  if (error instanceof ValidationError) {
    return { status: 422, body: { detail: error.issues }, unexpected: false };
  }
  if (error instanceof HttpException && error.getStatus() < 500) {
    return { status: error.getStatus(), body: { detail: messageOf(error) }, unexpected: false };
  }
  if (isWorthRepeating(error)) {
    return domainFailure(refusedWrite(error) ?? new DomainError('BackendUnavailable'));
  }
  if (error instanceof ModelUnavailable) {
    return domainFailure(new DomainError('ModelUnavailable', error.message));
  }
  const original_error = describe(error);
  return {
    ...domainFailure(new DomainError('InternalServerError', undefined, { original_error })),
    unexpected: true,
  };
}

/** An error's class and code, without its message: that may hold SQL, values or addresses. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'Error';
  const code = errorCode(error);
  return code === null ? error.name : `${error.name} ${code}`;
}

function domainFailure(error: DomainError): Failure {
  const { status, shape } = ERROR_TABLE[error.code];
  return { status, body: errorBody(shape, error), unexpected: false };
}

function messageOf(error: HttpException): string {
  const response = error.getResponse();
  const given = typeof response === 'string' ? response : (response as { message?: unknown }).message;
  return (typeof given === 'string' ? given : error.message).slice(0, MAX_MESSAGE).toWellFormed();
}

import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { networkCode } from './network-code';
import { ModelUnavailable } from './text-generator';

/**
 * A failed call as the error of the port. The message is fit for a log: what the server or the network said is left
 * out, since it may repeat the key, the address or a memory.
 */
export function chatFailure(error: unknown): ModelUnavailable {
  if (error instanceof ModelUnavailable) return error;
  if (error instanceof APIUserAbortError || error instanceof APIConnectionTimeoutError) return modelGaveUp();
  const status = statusOf(error);
  if (status !== null) return new ModelUnavailable(`The model's server answered with status ${status}`);
  const code = networkCode(error);
  if (code !== null) return new ModelUnavailable(`The model's server cannot be reached (${code})`);
  if (error instanceof APIConnectionError)
    return new ModelUnavailable("The model's server cannot be reached");
  if (error instanceof APIError) return new ModelUnavailable("The model's server failed");
  return new ModelUnavailable("The answer of the model's server could not be read");
}

export function modelGaveUp(): ModelUnavailable {
  return new ModelUnavailable("The model's server did not answer in time");
}

/** The status of the answer that an error is about; null where there was none. */
export function statusOf(error: unknown): number | null {
  const { status } = partsOf(error);
  return typeof status === 'number' ? status : null;
}

/** What the server complains about, to look for names in it and for nothing else. */
export function complaintOf(error: unknown): string {
  const { param, message } = partsOf(error);
  return `${typeof param === 'string' ? param : ''} ${typeof message === 'string' ? message : ''}`;
}

/** The header of the answer that an error is about. */
export function retryAfterOf(error: unknown): string | null {
  const { headers } = partsOf(error);
  return headers instanceof Headers ? headers.get('retry-after') : null;
}

/** What an error of the client carries, which came from the server; nothing of other errors. */
function partsOf(error: unknown): {
  status?: unknown;
  param?: unknown;
  message?: unknown;
  headers?: unknown;
} {
  return error instanceof APIError ? (error as object) : {};
}

import { APIConnectionTimeoutError, APIError, APIUserAbortError, APIConnectionError } from 'openai';
import { networkCode } from '../common/error-name';
import { EmbedderUnavailable, TextsRefused } from './embedder';
import { ModelUnavailable } from './text-generator';

/** Of an embedding request that is wrong by itself, so that the same one would fail again. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

/** What an error of the client carries; it comes from the server and is not trusted. */
interface ErrorParts {
  status?: unknown;
  param?: unknown;
  message?: unknown;
  headers?: unknown;
}

/** A failed chat call as the error of the port. */
export function chatFailure(error: unknown): ModelUnavailable {
  if (error instanceof ModelUnavailable) return error;
  return new ModelUnavailable(failureMessage("the model's server", error));
}

/** A failed embedding call as one of the errors of the port. */
export function embeddingFailure(error: unknown): EmbedderUnavailable | TextsRefused {
  if (error instanceof EmbedderUnavailable) return error;
  const status = statusOf(error);
  if (status === null || !REFUSALS.has(status)) {
    return new EmbedderUnavailable(failureMessage('the embedding server', error));
  }
  return new TextsRefused(`The embedding server refused the texts (status ${status})`);
}

/** The HTTP status of the answer that failed; null if there was no answer. */
export function statusOf(error: unknown): number | null {
  const { status } = partsOf(error);
  return typeof status === 'number' ? status : null;
}

/** What the server complains about. Search it for known names; never log it. */
export function complaintOf(error: unknown): string {
  const { param, message } = partsOf(error);
  return `${typeof param === 'string' ? param : ''} ${typeof message === 'string' ? message : ''}`;
}

export function retryAfterOf(error: unknown): string | null {
  const { headers } = partsOf(error);
  return headers instanceof Headers ? headers.get('retry-after') : null;
}

/** Leaves out what the server or the network said: it may repeat the key, the address or a memory. */
function failureMessage(server: string, error: unknown): string {
  const subject = server.replace('the', 'The');
  if (error instanceof APIUserAbortError || error instanceof APIConnectionTimeoutError) {
    return `${subject} did not answer in time`;
  }
  const status = statusOf(error);
  if (status !== null) return `${subject} answered with status ${status}`;
  const code = networkCode(error);
  if (code !== null) return `${subject} cannot be reached (${code})`;
  if (error instanceof APIConnectionError) return `${subject} cannot be reached`;
  return error instanceof APIError ? `${subject} failed` : `The answer of ${server} could not be read`;
}

function partsOf(error: unknown): ErrorParts {
  return error instanceof APIError ? (error as object) : {};
}

import { networkCode } from '../common/error-name';
import { EmbedderUnavailable, TextsRefused } from './embedder';
import { ModelUnavailable } from './text-generator';

/** Of an embedding request that is wrong by itself, so that the same one would fail again. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

interface AnswerParts {
  /** Null: the failure is reported within an answer. */
  status: number | null;
  headers: Headers;
  /** The parameter that the server complains about, and its words; they are not trusted. */
  param: unknown;
  said: unknown;
}

/** An answer that reports a failure. Its message is without the words of the server. */
export class AnswerFailure extends Error {
  constructor(readonly parts: AnswerParts) {
    super(`The server answered with status ${parts.status ?? 'unknown'}`);
  }
}

/** A request without an answer. */
export class ConnectionFailure extends Error {
  constructor(cause: unknown) {
    super('The server cannot be reached', { cause });
  }
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
  return error instanceof AnswerFailure ? error.parts.status : null;
}

/** What the server complains about. Search it for known names; never log it. */
export function complaintOf(error: unknown): string {
  if (!(error instanceof AnswerFailure)) return '';
  const { param, said } = error.parts;
  return `${typeof param === 'string' ? param : ''} ${typeof said === 'string' ? said : ''}`;
}

export function retryAfterOf(error: unknown): string | null {
  return error instanceof AnswerFailure ? error.parts.headers.get('retry-after') : null;
}

/** Leaves out what the server or the network said: it may repeat the key, the address or a memory. */
function failureMessage(server: string, error: unknown): string {
  const subject = server.replace('the', 'The');
  const status = statusOf(error);
  if (status !== null) return `${subject} answered with status ${status}`;
  const code = networkCode(error);
  if (code !== null) return `${subject} cannot be reached (${code})`;
  if (error instanceof ConnectionFailure) return `${subject} cannot be reached`;
  return error instanceof AnswerFailure ? `${subject} failed` : `The answer of ${server} could not be read`;
}

import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai';
import { EmbedderUnavailable, TextsRefused } from './embedder';
import { networkCode } from './network-code';

/** Of a request that is wrong by itself, so that the same one would fail again. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

/**
 * A failed request as one of the errors of the port. The message is fit for a log and for `/health`: what the
 * server or the network said is left out, since it may repeat the key, the address or a memory.
 */
export function openAiFailure(error: unknown): EmbedderUnavailable | TextsRefused {
  if (error instanceof EmbedderUnavailable) return error;
  if (error instanceof APIUserAbortError || error instanceof APIConnectionTimeoutError) return gaveUp();
  const status = error instanceof APIError ? (error as { status?: unknown }).status : null;
  if (typeof status === 'number') return answered(status);
  const code = networkCode(error);
  if (code !== null) return new EmbedderUnavailable(`The embedding server cannot be reached (${code})`);
  if (error instanceof APIError) return new EmbedderUnavailable('The embedding server cannot be reached');
  return new EmbedderUnavailable('The answer of the embedding server could not be read');
}

export function gaveUp(): EmbedderUnavailable {
  return new EmbedderUnavailable('The embedding server did not answer in time');
}

function answered(status: number): EmbedderUnavailable | TextsRefused {
  return REFUSALS.has(status)
    ? new TextsRefused(`The embedding server refused the texts (status ${status})`)
    : new EmbedderUnavailable(`The embedding server answered with status ${status}`);
}

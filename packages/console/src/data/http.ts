import { errorOf, UnavailableError } from '../../../client/src/errors.ts';
import { fromWire } from '../../../client/src/wire.ts';

const TIMEOUT_MS = 30_000;

/** A route that only the console uses. Resolves with its body, converted as the client converts bodies. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  return fromWire(await rawCall(method, path, body)) as T;
}

/** The same with the body as it is; null for none. */
export async function rawCall<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await reach(path, {
    method,
    headers: body ? { 'Content-Type': 'application/json' } : {},
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return answerOf(response);
}

/** A request that says so if the service does not answer. */
export async function reach(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch (cause) {
    throw new UnavailableError(`No answer from ${location.origin}`, { cause });
  }
}

/** The body of a response; null for none. */
export async function answerOf<T>(response: Response): Promise<T> {
  if (!response.ok) throw await errorOf(response);
  return (response.status === 204 ? null : await response.json()) as T;
}

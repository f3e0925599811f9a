/** One operation of the protocol, in terms of HTTP. */
export interface Call<T> {
  /** For the log. */
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** With its parts encoded. */
  path: string;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
  /** Whether sending it twice comes to the same. */
  isRepeatable: boolean;
  /** Makes something of a body of JSON, null for an empty one. Throws `WrongAnswer`. */
  read: (body: unknown) => T;
  /** Ends the call when it is aborted. */
  signal?: AbortSignal | null;
  /** Less than other calls may take. */
  timeoutMs?: number;
  /** It does not wait behind other calls, and whoever asks tells of its failure. */
  isProbe?: boolean;
}

/** An answer, or a status that may mean something to the caller: 4xx but for what is wrong with any call, or 501. */
export type Reply<T> = { isGood: true; value: T } | { isGood: false; status: number };

/** JSON that is not what the protocol says. */
export class WrongAnswer extends Error {}

/** A path of which each part is encoded. */
export function pathOf(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}

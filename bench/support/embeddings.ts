import { startEmbeddingServer } from '../../test/support/embedding-server';
import type { Cleanup } from './cleanup';
import { pollUntil } from './polling';

const STUB_MODEL = 'hash-384';
const ANSWER_LIMIT_MS = 60_000;
const BACKLOG_LIMIT_MS = 30 * 60_000;

/** The OpenAI-compatible server that a service gets its vectors from. */
export interface Embeddings {
  /** Such as `http://127.0.0.1:8080/v1`. */
  baseUrl: string;
  model: string;
  /** Null where the server needs none. */
  apiKey: string | null;
}

interface EmbeddingHealth {
  backlog: number | null;
  failing: number | null;
  last_error?: string;
}

/**
 * `given`: `stub`, which starts a server whose vectors are hashed words, or the base URL of a server that runs
 * already. That one's key, where it needs one, is EMBEDDINGS_API_KEY, since arguments are for all to see.
 */
export async function openEmbeddings(
  given: string,
  model: string | null,
  cleanup: Cleanup,
): Promise<Embeddings> {
  if (given !== 'stub') {
    if (model === null) throw new Error('--embeddings URL needs --embeddings-model NAME');
    return { baseUrl: given, model, apiKey: process.env.EMBEDDINGS_API_KEY ?? null };
  }
  const server = await startEmbeddingServer();
  cleanup.add(() => server.close());
  return { baseUrl: server.url, model: model ?? STUB_MODEL, apiKey: null };
}

/**
 * Waits until every memory stored has its vector, at most half an hour. Throws sooner when the service gets
 * nothing from the embedding server for a minute.
 */
export async function waitUntilEmbedded(url: string): Promise<void> {
  const backlog = async (): Promise<number | null> => backlogOf(await (await fetch(`${url}/health`)).json());
  const isKnown = async (): Promise<boolean> => (await backlog()) !== null;
  const isEmpty = async (): Promise<boolean> => (await backlog()) === 0;
  await pollUntil('The embedding server answers', ANSWER_LIMIT_MS, isKnown);
  await pollUntil('The memories are embedded', BACKLOG_LIMIT_MS, isEmpty);
}

/**
 * How many memories wait for their vector, from the body of a health report; null while that is not known.
 * Throws where some fail again and again, or nothing is embedded.
 */
export function backlogOf(health: unknown): number | null {
  const { details } = health as { details?: { embeddings?: EmbeddingHealth } };
  const embeddings = details?.embeddings;
  if (embeddings === undefined) throw new Error('The service embeds nothing');
  const { backlog, failing, last_error: reason } = embeddings;
  if (failing !== null && failing > 0) {
    throw new Error(`${failing} memories cannot be embedded: ${reason ?? 'no reason given'}`);
  }
  return backlog;
}

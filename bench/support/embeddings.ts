import { basename, resolve } from 'node:path';
import { startEmbeddingServer } from '../../test/support/embedding-server';
import type { Cleanup } from './cleanup';
import { pollUntil } from './polling';

const STUB_MODEL = 'hash-384';
const ANSWER_LIMIT_MS = 60_000;
const BACKLOG_LIMIT_MS = 30 * 60_000;

/** What a service gets its vectors from: an OpenAI-compatible server, or a model of its own. */
export interface Embeddings {
  /** Its name in reports. */
  model: string;
  /** The environment of a service that uses it. */
  settings: NodeJS.ProcessEnv;
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
    return serverEmbeddings(given, model, process.env.EMBEDDINGS_API_KEY ?? null);
  }
  const server = await startEmbeddingServer();
  cleanup.add(() => server.close());
  return serverEmbeddings(server.url, model ?? STUB_MODEL, null);
}

/** A sentence-transformer in a local folder, which the service runs itself. */
export function localEmbeddings(folder: string): Embeddings {
  return { model: basename(folder), settings: { EMBEDDINGS_MODEL_PATH: resolve(folder) } };
}

function serverEmbeddings(url: string, model: string, apiKey: string | null): Embeddings {
  const key = apiKey === null ? {} : { EMBEDDINGS_API_KEY: apiKey };
  return { model, settings: { EMBEDDINGS_BASE_URL: url, EMBEDDINGS_MODEL: model, ...key } };
}

/**
 * Waits until every memory stored has its vector, at most half an hour. Throws sooner when the service gets
 * nothing from the embedding server for a minute. Calls `meanwhile` while memories wait.
 */
export async function waitUntilEmbedded(
  url: string,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const backlog = async (): Promise<number | null> => backlogOf(await (await fetch(`${url}/health`)).json());
  const isKnown = async (): Promise<boolean> => (await backlog()) !== null;
  const isEmpty = async (): Promise<boolean> => {
    if ((await backlog()) === 0) return true;
    await meanwhile();
    return false;
  };
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

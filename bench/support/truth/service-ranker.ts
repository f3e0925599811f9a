import { randomBytes } from 'node:crypto';
import { AgentClient, type NewMemory } from '../agent-client';
import type { Cleanup } from '../cleanup';
import { batchesOf, type BenchMemory } from '../dataset';
import { waitUntilEmbedded, type Embeddings } from '../embeddings';
import { waitUntilLinked } from '../polling';
import { startService } from '../service-process';
import type { RankerOf } from './rankers';

const BATCH = 25;
/** The most that a memory may hold. */
const MOST_CHARACTERS = 10_000;

/** Rankers by one running service; each store is an agent of its own. */
export function serviceRanker(embeddings: Embeddings | null, cleanup: Cleanup): RankerOf {
  let started: ReturnType<typeof startService> | null = null;
  return async (memories) => {
    started ??= startService({ databaseUrl: null, embeddings: patient(embeddings) }, cleanup);
    const { url, key } = await started;
    const agent = await AgentClient.create(url, key, `truth-${randomBytes(6).toString('hex')}`);
    const ids = new Map<string, string>();
    const byOwn = new Map<string, string>();
    let session = memories[0]?.session;
    for (const batch of batchesOf(memories, BATCH)) {
      if (batch[0]?.session !== session) await agent.activate();
      session = batch[0]?.session;
      const stored = await agent.rememberAll(batch.map((each) => toStore(each, byOwn)));
      batch.forEach(({ id }, at) => {
        ids.set(stored[at] ?? '', id);
        byOwn.set(id, stored[at] ?? '');
      });
    }
    if (embeddings !== null) await waitUntilEmbedded(url);
    await waitUntilLinked(url);
    const named = (found: readonly string[]): string[] => found.map((id) => ids.get(id) ?? '');
    return {
      find: async (query, limit) => named(await agent.recall(query, limit)),
      judge: async (question) => {
        const { sources, current, certainty } = await agent.answer(question);
        const kept = named(await agent.recall(question, 10, 'auto'));
        return { cited: named(sources), current: named(current), isCertain: certainty === 'high', kept };
      },
    };
  };
}

/** `stored`: the ids that the service gave, by those of the dataset. */
function toStore({ content, supersedes }: BenchMemory, stored: ReadonlyMap<string, string>): NewMemory {
  return {
    content: content.slice(0, MOST_CHARACTERS),
    ...(supersedes && { supersedes: supersedes.map((id) => stored.get(id) ?? '') }),
  };
}

/** On a busy machine too, every question is compared with the vectors. */
function patient(embeddings: Embeddings | null): Embeddings | null {
  if (embeddings === null) return null;
  return { ...embeddings, settings: { ...embeddings.settings, EMBEDDINGS_QUERY_TIMEOUT_MS: '10000' } };
}

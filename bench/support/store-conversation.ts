import { randomBytes } from 'node:crypto';
import { AgentClient } from './agent-client';
import type { Cleanup } from './cleanup';
import { batchesOf, type BenchConversation } from './dataset';

const BATCH = 100;

/** A new agent for a conversation, removed with the cleanup. */
export async function agentFor(
  { conversation }: BenchConversation,
  target: { url: string; key: string | null },
  cleanup: Cleanup,
): Promise<AgentClient> {
  const name = conversation.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 80);
  const id = `bench-${name}-${randomBytes(4).toString('hex')}`;
  const agent = await AgentClient.create(target.url, target.key, id);
  cleanup.add(() => agent.remove());
  return agent;
}

/**
 * Stores a conversation; a session of it is a session of the agent. Returns the dataset's ids by memory id.
 * `onBatch`: how many memories, and in how many milliseconds.
 */
export async function storeConversation(
  agent: AgentClient,
  conversation: BenchConversation,
  onBatch: (memories: number, ms: number) => void,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  let session: string | null = null;
  for (const batch of batchesOf(conversation.memories, BATCH)) {
    const next = batch[0]?.session ?? null;
    if (session !== null && next !== session) await agent.activate();
    session = next;
    const start = performance.now();
    const stored = await agent.rememberBatch(batch.map((memory) => memory.content));
    onBatch(batch.length, performance.now() - start);
    batch.forEach((memory, index) => ids.set(stored[index] ?? '', memory.id));
  }
  return ids;
}

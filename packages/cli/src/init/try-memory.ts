import type { Agent } from '@agent-memory/client';

export interface Tried {
  memoryId: string;
  recalled: boolean;
  summary: string;
}

/** The reference of the memory, so that a second `init` changes it instead of storing another. */
const SOURCE_REF = 'agent-memory-init';

/** Stores a memory and recalls it, as an agent does. */
export async function tryMemory(agent: Agent, now = new Date()): Promise<Tried> {
  const day = now.toISOString().slice(0, 10);
  const content = `The long-term memory of this project was set up with agent-memory init on ${day}.`;
  const { memoryId } = await agent.remember(content, {
    type: 'event',
    tags: ['agent-memory'],
    sourceRef: SOURCE_REF,
    upsert: true,
  });
  const { memories } = await agent.recall('When was the long-term memory of this project set up?', {
    limit: 5,
  });
  const recalled = memories.some(({ id }) => id === memoryId);
  const summary = recalled
    ? 'A memory was stored and recalled.'
    : 'A memory was stored, but recall did not find it: run agent-memory doctor.';
  return { memoryId, recalled, summary };
}

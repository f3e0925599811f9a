import { counted } from './attention.ts';
import type { BulkTask, RunNotes } from './bulk.ts';
import { agentOf, type MemoryRecord, service } from './client.ts';

type Type = MemoryRecord['type'];

/** Expiring and restoring do nothing the second time. A key would cost the service more than the change. */
const WITHOUT_KEY = { hasKey: false };
/** So far the clocks of replicas may be apart. */
const CLOCKS_MS = 5_000;

export function memories(count: number): string {
  return counted(count, 'memory', 'memories');
}

/** Each memory is read before it is changed: only what it did not have before is taken back. */
export function tagging(agentId: string, tag: string): BulkTask<string> {
  return {
    doing: 'Adding the tag to',
    act: (id) => addTag(agentId, id, tag),
    done: (count) => `The tag ${tag} was added to ${memories(count)}.`,
    undo: (id) => removeTag(agentId, id, tag),
    undone: (count) => `The tag ${tag} is gone from ${memories(count)} again.`,
  };
}

export function untagging(agentId: string, tag: string): BulkTask<string> {
  return {
    doing: 'Removing the tag from',
    act: (id) => removeTag(agentId, id, tag),
    done: (count) => `The tag ${tag} was removed from ${memories(count)}.`,
    undo: (id) => addTag(agentId, id, tag),
    undone: (count) => `The tag ${tag} is back on ${memories(count)}.`,
  };
}

async function addTag(agentId: string, id: string, tag: string): Promise<string | null> {
  const { tags } = await agentOf(agentId).memories.get(id);
  if (tags.includes(tag)) return null;
  await agentOf(agentId).memories.update(id, { tags: [...tags, tag] });
  return id;
}

async function removeTag(agentId: string, id: string, tag: string): Promise<string | null> {
  const { tags } = await agentOf(agentId).memories.get(id);
  if (!tags.includes(tag)) return null;
  await agentOf(agentId).memories.update(id, { tags: tags.filter((each) => each !== tag) });
  return id;
}

export function retyping(agentId: string, to: Type): BulkTask<{ id: string; before: Type }> {
  const change = async (id: string, type: Type, isMeant: (now: Type) => boolean) => {
    const { type: before } = await agentOf(agentId).memories.get(id);
    if (!isMeant(before)) return null;
    await agentOf(agentId).memories.update(id, { type });
    return { id, before };
  };
  return {
    doing: 'Changing the type of',
    act: (id) => change(id, to, (now) => now !== to),
    done: (count) => `${memories(count)} became ${to}.`,
    undo: ({ id, before }) => change(id, before, (now) => now === to),
    undone: (count) => `${memories(count)} have the type again that they had.`,
  };
}

export function expiring(agentId: string): BulkTask<string> {
  return {
    doing: 'Expiring',
    act: (id, notes) => expire(agentId, id, notes),
    done: (count) => `${memories(count)} expired.`,
    undo: (id) => agentOf(agentId).memories.restore(id, WITHOUT_KEY),
    undone: (count) => `${memories(count)} active again. They count as changed now.`,
  };
}

export function restoring(agentId: string): BulkTask<string> {
  return {
    doing: 'Restoring',
    act: (id) => restore(agentId, id),
    done: (count) => `${memories(count)} active again. They count as changed now.`,
    undo: (id) => agentOf(agentId).memories.expire(id, undefined, WITHOUT_KEY),
    undone: (count) => `${memories(count)} expired again.`,
  };
}

/**
 * Null for one that was expired already. The first ones are read before. For the others the time of the expiry says so,
 * which stays the first one: that is one request for each instead of two.
 */
async function expire(agentId: string, id: string, notes: RunNotes): Promise<string | null> {
  const { memories } = agentOf(agentId);
  const { expiredFrom } = notes;
  if (expiredFrom === undefined && (await memories.get(id)).status === 'expired') return null;
  const { expiredAt } = await memories.expire(id, undefined, WITHOUT_KEY);
  notes.expiredFrom ??= expiredAt;
  return expiredFrom && expiredAt.getTime() < expiredFrom.getTime() - CLOCKS_MS ? null : id;
}

async function restore(agentId: string, id: string): Promise<string | null> {
  const { status } = await agentOf(agentId).memories.get(id);
  if (status === 'active') return null;
  await agentOf(agentId).memories.restore(id, WITHOUT_KEY);
  return id;
}

export function copying(agentId: string, to: string): BulkTask<string> {
  return {
    doing: 'Copying',
    act: async (id) => (await service.agents.copyMemory(agentId, id, to)).memoryId,
    done: (count) => `${memories(count)} copied to ${to}.`,
    undo: (copy) => agentOf(to).memories.delete(copy),
    undone: (count) => `${counted(count, 'copy', 'copies')} deleted in ${to}.`,
  };
}

export function moving(agentId: string, to: string): BulkTask<string> {
  return {
    doing: 'Moving',
    act: async (id) => (await service.agents.moveMemory(agentId, id, to)).memoryId,
    done: (count) => `${memories(count)} moved to ${to}.`,
    undo: (id) => service.agents.moveMemory(to, id, agentId),
    undone: (count) => `${memories(count)} moved back.`,
  };
}

export function deleting(agentId: string): BulkTask<string> {
  return {
    doing: 'Deleting',
    act: async (id) => (await agentOf(agentId).memories.delete(id)).memoryId,
    done: (count) => `${memories(count)} deleted for good.`,
  };
}

export function releasing(agentId: string): BulkTask<string> {
  return {
    doing: 'Releasing',
    act: async (id) => ((await service.agents.release(agentId, id)).status === 'released' ? id : null),
    done: (count) => `${memories(count)} released: recall finds them from now on.`,
  };
}

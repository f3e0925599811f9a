import { counted } from './attention.ts';
import { type Acted, type BulkTask, type BulkWork, oneByOne } from './bulk.ts';
import { agentOf, type MemoryRecord, type MemoryStatusResponse, service } from './client.ts';

type Type = MemoryRecord['type'];

/** Of 1,000 that the service takes: so the progress is seen, and Stop leaves the rest. */
const AT_ONCE = 200;

export function memories(count: number): string {
  return counted(count, 'memory', 'memories');
}

/** Each memory is read before it is changed: only what it did not have before is taken back. */
export function tagging(agentId: string, tag: string): BulkTask<string> {
  return {
    doing: 'Adding the tag to',
    work: oneByOne((id) => addTag(agentId, id, tag)),
    done: (count) => `The tag ${tag} was added to ${memories(count)}.`,
    undo: oneByOne((id) => removeTag(agentId, id, tag)),
    undone: (count) => `The tag ${tag} is gone from ${memories(count)} again.`,
  };
}

export function untagging(agentId: string, tag: string): BulkTask<string> {
  return {
    doing: 'Removing the tag from',
    work: oneByOne((id) => removeTag(agentId, id, tag)),
    done: (count) => `The tag ${tag} was removed from ${memories(count)}.`,
    undo: oneByOne((id) => addTag(agentId, id, tag)),
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
    work: oneByOne((id) => change(id, to, (now) => now !== to)),
    done: (count) => `${memories(count)} became ${to}.`,
    undo: oneByOne(({ id, before }) => change(id, before, (now) => now === to)),
    undone: (count) => `${memories(count)} have the type again that they had.`,
  };
}

export function expiring(agentId: string): BulkTask<string> {
  return {
    doing: 'Expiring',
    work: expiry(agentId),
    done: (count) => `${memories(count)} expired.`,
    undo: restoration(agentId),
    undone: (count) => `${memories(count)} active again. They count as changed now.`,
  };
}

export function restoring(agentId: string): BulkTask<string> {
  return {
    doing: 'Restoring',
    work: restoration(agentId),
    done: (count) => `${memories(count)} active again. They count as changed now.`,
    undo: expiry(agentId),
    undone: (count) => `${memories(count)} expired again.`,
  };
}

function expiry(agentId: string): BulkWork<string, string> {
  return { size: AT_ONCE, act: async (ids) => acted(await agentOf(agentId).memories.expireMany(ids)) };
}

function restoration(agentId: string): BulkWork<string, string> {
  return { size: AT_ONCE, act: async (ids) => acted(await agentOf(agentId).memories.restoreMany(ids)) };
}

function acted({ changed, unchanged, missing }: MemoryStatusResponse): Acted<string> {
  return { done: changed, unchanged, missing: missing.length };
}

export function copying(agentId: string, to: string): BulkTask<string> {
  return {
    doing: 'Copying',
    work: oneByOne(async (id) => (await service.agents.copyMemory(agentId, id, to)).memoryId),
    done: (count) => `${memories(count)} copied to ${to}.`,
    undo: oneByOne((copy) => agentOf(to).memories.delete(copy)),
    undone: (count) => `${counted(count, 'copy', 'copies')} deleted in ${to}.`,
  };
}

export function moving(agentId: string, to: string): BulkTask<string> {
  return {
    doing: 'Moving',
    work: oneByOne(async (id) => (await service.agents.moveMemory(agentId, id, to)).memoryId),
    done: (count) => `${memories(count)} moved to ${to}.`,
    undo: oneByOne((id) => service.agents.moveMemory(to, id, agentId)),
    undone: (count) => `${memories(count)} moved back.`,
  };
}

export function deleting(agentId: string): BulkTask<string> {
  return {
    doing: 'Deleting',
    work: oneByOne(async (id) => (await agentOf(agentId).memories.delete(id)).memoryId),
    done: (count) => `${memories(count)} deleted for good.`,
  };
}

export function releasing(agentId: string): BulkTask<string> {
  return {
    doing: 'Releasing',
    work: oneByOne(async (id) => ((await service.agents.release(agentId, id)).status === 'released' ? id : null)),
    done: (count) => `${memories(count)} released: recall finds them from now on.`,
  };
}

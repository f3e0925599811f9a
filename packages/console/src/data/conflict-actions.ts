import { agentOf, type ConflictAction, type ConflictRow } from './client.ts';

export interface Choice {
  action: ConflictAction;
  /** Key that chooses it. */
  key?: string;
  name: string;
  hint: string;
  /** What it says once it is done. */
  done: string;
  /** What it deletes for good: asked about before it is done. */
  deletes?: string;
}

export const CHOICES: readonly Choice[] = [
  {
    action: 'supersede',
    key: '1',
    name: 'The new one replaces the old',
    hint: 'the old one becomes history',
    done: 'The old memory is history now.',
  },
  { action: 'expire_new', key: '2', name: 'Keep old', hint: 'expires the new one', done: 'The new memory is expired.' },
  { action: 'keep_both', key: '3', name: 'Keep both', hint: 'changes nothing', done: 'Both memories are kept.' },
  {
    action: 'manual',
    key: '4',
    name: 'Write a replacement',
    hint: 'deletes both',
    done: 'The replacement is stored, both memories are deleted.',
  },
];

export const OTHER_CHOICES: readonly Choice[] = [
  {
    action: 'expire_old',
    name: 'Expire the old one',
    hint: 'can be restored',
    done: 'The old memory is expired.',
  },
  { action: 'expire_both', name: 'Expire both', hint: 'can be restored', done: 'Both memories are expired.' },
  {
    action: 'keep_new',
    name: 'Delete the old one',
    hint: 'cannot be undone',
    done: 'The old memory is deleted.',
    deletes: 'the old memory',
  },
  {
    action: 'keep_old',
    name: 'Delete the new one',
    hint: 'cannot be undone',
    done: 'The new memory is deleted.',
    deletes: 'the new memory',
  },
  {
    action: 'remove_both',
    name: 'Delete both',
    hint: 'cannot be undone',
    done: 'Both memories are deleted.',
    deletes: 'both memories',
  },
];

/** Ids of memories. */
interface Outcome {
  expired: string[];
  superseded: string[];
}

/** Gives back what a decision expired or closed. Null where it did neither. */
export function undoOf(
  agentId: string,
  { oldMemoryId }: Pick<ConflictRow, 'oldMemoryId'>,
  { expired, superseded }: Outcome,
): (() => Promise<void>) | null {
  const agent = agentOf(agentId);
  if (expired.length > 0)
    return async () => {
      for (const id of expired) await agent.memories.restore(id);
    };
  if (superseded.length === 0) return null;
  return async () => {
    const { links } = await agent.links.list({ memoryId: oldMemoryId, state: 'applied', limit: 100 });
    const link = links.find(({ olderId }) => olderId === oldMemoryId);
    if (link === undefined) throw new Error('the link of the two memories is gone');
    await agent.links.reject(link.linkId);
  };
}

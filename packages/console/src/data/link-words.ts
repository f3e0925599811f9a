import type { MemoryLink } from './client.ts';

type Sides = Pick<MemoryLink, 'newerId' | 'olderId' | 'newerContent' | 'olderContent'>;
type Relation = Pick<MemoryLink, 'kind' | 'state' | 'newerId'>;

export interface LinkAction {
  verb: 'apply' | 'reject';
  name: string;
}

export const FOUND_BY: Readonly<Record<MemoryLink['foundBy'], string>> = {
  client: 'said by a program or person',
  key: 'of one key',
  judge: 'found by the service',
  model: 'found by a language model',
};

/** The other memory of a link; its content is null when it was deleted. */
export function otherOf(link: Sides, memoryId: string): { id: string; content: string | null } {
  return link.newerId === memoryId
    ? { id: link.olderId, content: link.olderContent }
    : { id: link.newerId, content: link.newerContent };
}

/** What the memory of the page does to the other one. */
export function relationOf({ kind, state, newerId }: Relation, memoryId: string): string {
  const isNewer = newerId === memoryId;
  if (state === 'applied') return isNewer ? 'Replaces' : 'Replaced by';
  if (kind === 'update') return isNewer ? 'May replace' : 'May be replaced by';
  return kind === 'contradiction' ? 'May contradict' : 'May say the same as';
}

/** What a person can decide about a link. The names fit both sides. */
export function actionsOf({ state, newerId }: Relation, memoryId: string): LinkAction[] {
  if (state === 'applied') return [{ verb: 'reject', name: 'Take back' }];
  const replaces = newerId === memoryId ? 'This one replaces the other' : 'The other one replaces this';
  return [
    { verb: 'apply', name: replaces },
    { verb: 'reject', name: 'Both hold' },
  ];
}

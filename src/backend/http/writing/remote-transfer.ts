import type { MemoryTransfer } from '../../memory-store';
import { arrivalOf } from './memory-change';
import type { RemoteChangeLog } from './remote-change-log';
import type { RemoteChangesRepository } from './remote-changes.repository';

/**
 * Stores a memory in another namespace, then calls `leave`, while no other client changes it. What ends between the two leaves
 * it in both; the same transfer again finds it there. False when there is no such memory.
 */
export function transferBetween(
  log: RemoteChangeLog,
  changes: Pick<RemoteChangesRepository, 'dated'>,
  { from, to, id, newId, act }: MemoryTransfer,
  leave: () => Promise<unknown>,
): Promise<boolean> {
  return log.holdingOne(from, id, false, async ({ memory }) => {
    const { at } = await changes.dated(act);
    await log.creating(to, [newId], async (current) => {
      if (!current.has(newId)) await log.apply(to, [arrivalOf(memory, newId, at)]);
    });
    await leave();
    return true;
  });
}

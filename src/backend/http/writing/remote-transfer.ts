import type { Memory } from '../../memory';
import type { MemoryTransfer } from '../../memory-store';
import type { RemoteChangeLog } from './remote-change-log';

/**
 * Lets a memory `arrive` in another namespace, then calls `leave`, while no other client changes it. What ends between the two leaves
 * it in both; the same transfer again finds it there. False when there is no such memory.
 */
export function transferBetween(
  log: RemoteChangeLog,
  { from, to, id, newId }: MemoryTransfer,
  arrive: (memory: Memory) => Promise<void>,
  leave: () => Promise<unknown>,
): Promise<boolean> {
  return log.holdingOne(from, id, false, async ({ memory }) => {
    await log.creating(to, [newId], async (current) => {
      if (!current.has(newId)) await arrive(memory);
    });
    await leave();
    return true;
  });
}

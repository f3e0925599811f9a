import type { BackendApi } from '../protocol/backend-api';
import type { Changing } from '../writing/changing';
import type { LeftOpen, RemoteChangesRepository } from '../writing/remote-changes.repository';

const SLICE = 100;

/**
 * Settles the changes that were left open, by a crash or while the backend was away: what a deletion leaves behind is
 * forgotten only when it is known to be done. Those that somebody is at work on are left to them.
 */
export async function settleLeftOpen(
  api: Pick<BackendApi, 'ping'>,
  changing: Changing,
  changes: RemoteChangesRepository,
): Promise<void> {
  let after = 0;
  let open: LeftOpen[];
  do {
    open = await changes.findLeftOpen(after, SLICE);
    after = open.at(-1)?.id ?? after;
    for (const [namespace, ids] of byNamespace(open)) {
      try {
        await changing.holding(namespace, ids, () => Promise.resolve(), 0);
      } catch {
        // Rejects when it is not about one of these.
        await api.ping();
      }
    }
  } while (open.length === SLICE);
}

function byNamespace(open: readonly LeftOpen[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { namespace, memoryId } of open) ids.set(namespace, [...(ids.get(namespace) ?? []), memoryId]);
  return ids;
}

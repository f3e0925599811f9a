import type { BackendApi } from '../protocol/backend-api';
import type { RemoteChangeLog } from '../writing/remote-change-log';
import type { LeftOpen, RemoteChangesRepository } from '../writing/remote-changes.repository';

const SLICE = 100;

/**
 * Settles changes that stayed open after a crash or an outage: only a confirmed deletion removes its history. It skips
 * memories that are being changed.
 */
export async function settleLeftOpen(
  api: Pick<BackendApi, 'ping'>,
  log: RemoteChangeLog,
  changes: RemoteChangesRepository,
): Promise<void> {
  let after = 0;
  let open: LeftOpen[];
  do {
    open = await changes.findLeftOpen(after, SLICE);
    after = open.at(-1)?.id ?? after;
    for (const [namespace, ids] of byNamespace(open)) {
      try {
        await log.holding(namespace, ids, () => Promise.resolve(), 0);
      } catch {
        // If the backend is down, the ping fails and ends the loop.
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

import { BestOf } from '../../../common/best-of';
import type { Fingerprints } from '../../fingerprints';
import type { Memory } from '../../memory';
import { MAX_LISTED, type PurgedMemory, type PurgeOutcome, type PurgeRequest } from '../../memory-lifecycle';
import { SweepErrors } from '../../sweep-tally';
import { toMemory } from '../../document';
import type { BackendApi } from '../protocol/backend-api';
import { compareText } from '../reading/storage-order';
import { deletionsOf, type CurrentMemory } from '../writing/memory-change';
import type { RemoteChangeLog } from '../writing/remote-change-log';
import { Batches, listError } from './batches';
import { SWEEP_WAIT_MS } from './remote-sweeping';

/** Deletes memories that expired long ago, for good. */
export class RemotePurging {
  constructor(
    private readonly api: BackendApi,
    private readonly log: RemoteChangeLog,
    private readonly fingerprints: Fingerprints,
  ) {}

  /** Null if the namespace has no memory. */
  async purge(namespace: string, request: PurgeRequest): Promise<PurgeOutcome | null> {
    const errors = new SweepErrors();
    const listed = new BestOf<PurgedMemory>(MAX_LISTED, (one, other) => compareText(one.id, other.id));
    const tried = new Set<string>();
    const batches = new Batches<PurgedMemory>({
      take: (due) => this.delete(namespace, due, request, tried),
      fail: ({ id }, error) => listError(errors, this.api, id, error),
    });
    let [read, matched] = [0, 0];
    for await (const documents of this.api.pages(namespace)) {
      read += documents.length;
      for (const due of documents.flatMap((document) => dueOf(toMemory(document), request) ?? [])) {
        matched++;
        listed.offer(due);
        if (!request.dryRun) await batches.add(due);
      }
    }
    await batches.flush();
    if (read === 0) return null;
    return { matched, purged: batches.done, memories: listed.sorted(), errors: errors.listed };
  }

  /** Deletes those not restored meanwhile. One that is missing after an attempt (`tried`) was deleted by it. */
  private delete(
    namespace: string,
    due: readonly PurgedMemory[],
    request: PurgeRequest,
    tried: Set<string>,
  ): Promise<number> {
    const ids = due.map(({ id }) => id);
    const work = async (current: Map<string, CurrentMemory>): Promise<number> => {
      const gone = ids.filter((id) => tried.has(id) && !current.has(id));
      const targets = ids.flatMap((id) => {
        const now = current.get(id);
        return now && dueOf(now.memory, request) ? [now] : [];
      });
      const changes = await deletionsOf(this.fingerprints, targets, request.act);
      for (const { memory } of targets) tried.add(memory.id);
      await this.log.apply(namespace, changes);
      for (const { memory } of targets) tried.delete(memory.id);
      return targets.length + gone.length;
    };
    return this.log.holding(namespace, ids, work, SWEEP_WAIT_MS);
  }
}

function dueOf(memory: Memory, { expiredUntil }: PurgeRequest): PurgedMemory | null {
  const { id, title, expiredAt, expiredBy } = memory;
  if (expiredAt === null || expiredBy === null || expiredAt > expiredUntil) return null;
  return { id, title, expiredAt, expiredBy };
}

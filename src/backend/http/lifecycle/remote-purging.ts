import { contentKey } from '../../content-key';
import type { Fingerprints } from '../../fingerprints';
import type { Memory } from '../../memory';
import { MAX_LISTED, type PurgedMemory, type PurgeOutcome, type PurgeRequest } from '../../sweep';
import { toMemory } from '../document';
import type { BackendApi } from '../protocol/backend-api';
import { BestOf } from '../../../common/best-of';
import { compareText } from '../reading/storage-order';
import type { Changing } from '../writing/changing';
import { deletionOf, type CurrentMemory } from '../writing/memory-change';
import { Batches } from './batches';
import { Failures } from './failures';
import { SWEEP_WAIT_MS } from './remote-sweeping';

/** Deletes memories of a namespace for good that expired long ago. */
export class RemotePurging {
  constructor(
    private readonly api: BackendApi,
    private readonly changing: Changing,
    private readonly fingerprints: Fingerprints,
  ) {}

  /** Null when there is no memory. */
  async purge(namespace: string, request: PurgeRequest): Promise<PurgeOutcome | null> {
    const failures = new Failures(this.api);
    const listed = new BestOf<PurgedMemory>(MAX_LISTED, (one, other) => compareText(one.id, other.id));
    const tried = new Set<string>();
    const batches = new Batches<PurgedMemory>({
      take: (due) => this.delete(namespace, due, request, tried),
      fail: ({ id }, error) => failures.add(id, error),
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
    return { matched, purged: batches.done, memories: listed.sorted(), errors: failures.listed };
  }

  /**
   * Those that nobody has restored since they were read. One that was tried before, and is gone, was deleted by that
   * try: its answer was lost.
   */
  private delete(
    namespace: string,
    due: readonly PurgedMemory[],
    request: PurgeRequest,
    tried: Set<string>,
  ): Promise<number> {
    const ids = due.map(({ id }) => id);
    const work = async (current: Map<string, CurrentMemory>): Promise<number> => {
      const gone = ids.filter((id) => tried.has(id) && !current.has(id));
      const doomed = ids.flatMap((id) => {
        const now = current.get(id);
        return now && dueOf(now.memory, request) ? [now] : [];
      });
      const keys = doomed.map(({ memory }) => contentKey(memory.content));
      const fingerprints = await this.fingerprints.of(keys);
      for (const { memory } of doomed) tried.add(memory.id);
      await this.changing.apply(
        namespace,
        doomed.map((memory, at) => deletionOf(memory, fingerprints[at] ?? '', request.act)),
      );
      for (const { memory } of doomed) tried.delete(memory.id);
      return doomed.length + gone.length;
    };
    return this.changing.holding(namespace, ids, work, SWEEP_WAIT_MS);
  }
}

function dueOf(memory: Memory, { expiredUntil }: PurgeRequest): PurgedMemory | null {
  const { id, title, expiredAt, expiredBy } = memory;
  if (expiredAt === null || expiredBy === null || expiredAt > expiredUntil) return null;
  return { id, title, expiredAt, expiredBy };
}

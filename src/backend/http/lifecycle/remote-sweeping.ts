import { expiredBy, type ExpiryPolicy } from '../../expiry-policy';
import type { Memory } from '../../memory';
import type { SweepOutcome, SweepRequest, SweptMemory } from '../../memory-lifecycle';
import { runSweep, SweepErrors, SweepTally } from '../../sweep-tally';
import { hasKnownAge, toMemory } from '../../document';
import type { BackendApi } from '../protocol/backend-api';
import { expiryOf, type CurrentMemory } from '../writing/memory-change';
import type { RemoteChangeLog } from '../writing/remote-change-log';
import { Batches, listError } from './batches';
import type { RemoteSweepsRepository } from './remote-undo';

/** A short wait: a memory that is being changed is probably not due any more. */
export const SWEEP_WAIT_MS = 2_000;

const NOTHING = { matched: 0, expired: 0, perRule: {}, memories: [] };

/** Expires the memories of a namespace by a policy. */
export class RemoteSweeping {
  constructor(
    private readonly api: BackendApi,
    private readonly log: RemoteChangeLog,
    private readonly sweeps: RemoteSweepsRepository,
  ) {}

  sweep(namespace: string, request: SweepRequest): Promise<SweepOutcome> {
    return runSweep(request, (sweepId) => this.judgeAll(namespace, sweepId, request));
  }

  private async judgeAll(
    namespace: string,
    sweepId: string | null,
    request: SweepRequest,
  ): Promise<SweepOutcome> {
    const tally = new SweepTally();
    const errors = new SweepErrors();
    const batches = new Batches<SweptMemory>({
      take: async (matches) => (sweepId === null ? 0 : this.expire(namespace, sweepId, matches, request)),
      fail: ({ id }, error) => listError(errors, this.api, id, error),
    });
    for await (const match of this.judged(namespace, request, tally)) await batches.add(match);
    await batches.flush();
    return { ...tally.outcome(errors.listed), expired: batches.done };
  }

  /** The active memories that have reached their age. */
  private async *judged(
    namespace: string,
    { policy, at }: SweepRequest,
    tally: SweepTally,
  ): AsyncIterable<SweptMemory> {
    for await (const documents of this.api.pages(namespace)) {
      for (const memory of documents.map(toMemory)) {
        const isActive = memory.status === 'active';
        const match = isActive ? matchOf(policy, memory, at) : null;
        tally.add({ ...NOTHING, read: 1, scanned: isActive ? 1 : 0, ...(match && countsOf(match)) });
        if (match !== null) yield match;
      }
    }
  }

  /** Expires matches that did not change meanwhile. Memories that this sweep expired in an earlier attempt count too. */
  private expire(
    namespace: string,
    sweepId: string,
    matches: readonly SweptMemory[],
    { policy, at }: SweepRequest,
  ): Promise<number> {
    const ids = matches.map(({ id }) => id);
    const work = async (current: Map<string, CurrentMemory>): Promise<number> => {
      const mine = await this.sweeps.findExpired(namespace, sweepId, ids);
      const due = matches.flatMap(({ id, updatedAt, expiredBy: by }) => {
        const now = current.get(id);
        if (now?.memory.status !== 'active' || now.memory.updatedAt.getTime() !== updatedAt.getTime())
          return [];
        if (matchOf(policy, now.memory, at)?.expiredBy !== by) return [];
        return [expiryOf(now, { at, sessionId: null, by }, sweepId)];
      });
      await this.log.apply(namespace, due);
      return due.length + mine.size;
    };
    return this.log.holding(namespace, ids, work, SWEEP_WAIT_MS);
  }
}

/** Why the memory expires at the time; null if it does not. A memory of unknown age never expires. */
function matchOf(policy: ExpiryPolicy, memory: Memory, at: Date): SweptMemory | null {
  const by = hasKnownAge(memory) ? expiredBy(policy, memory, at) : null;
  if (by === null) return null;
  const { id, title, type, createdAt, updatedAt } = memory;
  return { id, title, type, createdAt, updatedAt, expiredBy: by };
}

function countsOf(match: SweptMemory) {
  return { matched: 1, perRule: { [match.expiredBy]: 1 }, memories: [match] };
}

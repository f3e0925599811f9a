import { expiredBy, type ExpiryPolicy } from '../../expiry-policy';
import type { Memory } from '../../memory';
import type { SweepCap, SweepOutcome, SweepRequest, SweptMemory } from '../../sweep';
import { hasKnownAge, toMemory } from '../document';
import type { BackendApi } from '../protocol/backend-api';
import type { Changing } from '../writing/changing';
import { expiryOf, type CurrentMemory } from '../writing/memory-change';
import { Batches } from './batches';
import { Failures } from './failures';
import type { RemoteSweepsRepository } from './remote-sweeps.repository';
import { SweepTally } from './sweep-tally';

/** Somebody who changes a memory meanwhile is not waited for much longer: it is not due any more. */
export const SWEEP_WAIT_MS = 2_000;

/** Expires the memories of a namespace by a policy: reads all its pages, and keeps nothing of them. */
export class RemoteSweeping {
  constructor(
    private readonly api: BackendApi,
    private readonly changing: Changing,
    private readonly sweeps: RemoteSweepsRepository,
  ) {}

  /** Null when there is no memory. */
  async sweep(namespace: string, request: SweepRequest): Promise<SweepOutcome | null> {
    const { dryRun, cap, sweepId } = request;
    if (dryRun || cap !== null) {
      const tally = new SweepTally();
      for await (const _ of this.judged(namespace, request, tally));
      const foreseen = { ...tally.outcome, expired: 0, errors: [] };
      const held = cap !== null && exceeds(foreseen, cap);
      if (tally.read === 0) return null;
      if (dryRun || held || foreseen.matched === 0) return { ...foreseen, held };
    }
    if (sweepId === null) throw new Error('A sweep that writes needs an id');
    return this.expireAll(namespace, sweepId, request);
  }

  private async expireAll(
    namespace: string,
    sweepId: string,
    request: SweepRequest,
  ): Promise<SweepOutcome | null> {
    const tally = new SweepTally();
    const failures = new Failures(this.api);
    const batches = new Batches<SweptMemory>({
      take: (matches) => this.expire(namespace, sweepId, matches, request),
      fail: ({ id }, error) => failures.add(id, error),
    });
    for await (const match of this.judged(namespace, request, tally)) await batches.add(match);
    await batches.flush();
    if (tally.read === 0) return null;
    return { ...tally.outcome, expired: batches.done, errors: failures.listed, held: false };
  }

  /** The active memories that have reached their age. */
  private async *judged(
    namespace: string,
    { policy, at }: SweepRequest,
    tally: SweepTally,
  ): AsyncIterable<SweptMemory> {
    for await (const documents of this.api.pages(namespace)) {
      for (const memory of documents.map(toMemory)) {
        if (memory.status === 'expired') {
          tally.addExpired();
          continue;
        }
        const match = matchOf(policy, memory, at);
        tally.addActive(match);
        if (match !== null) yield match;
      }
    }
  }

  /** Those that nobody has changed since they were judged. What this very sweep has expired before counts, too. */
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
      await this.changing.apply(namespace, due);
      return due.length + mine.size;
    };
    return this.changing.holding(namespace, ids, work, SWEEP_WAIT_MS);
  }
}

/** What the memory expires by at the time; null when it does not. One that nobody knows the age of never does. */
function matchOf(policy: ExpiryPolicy, memory: Memory, at: Date): SweptMemory | null {
  const by = hasKnownAge(memory) ? expiredBy(policy, memory, at) : null;
  if (by === null) return null;
  const { id, title, type, createdAt, updatedAt } = memory;
  return { id, title, type, createdAt, updatedAt, expiredBy: by };
}

function exceeds({ matched, scanned }: Pick<SweepOutcome, 'matched' | 'scanned'>, cap: SweepCap): boolean {
  return matched > cap.memories && matched > cap.fraction * scanned;
}

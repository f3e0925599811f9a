import { LRUCache } from 'lru-cache';
import { DomainError } from '../common/domain-error';
import type { FeedExtent } from './change-feed';

const MEBIBYTE = 1_048_576;

/** An index alone may take this many times the budget, because an estimate is not exact and agents grow. */
const MOST_BUDGETS = 4;

/** Of a memory of 150 characters with the room that its columns keep for more, see docs/PERFORMANCE.md. */
const BYTES_A_DOCUMENT = 200;
/** The number, its sign, and the room for more. */
const BYTES_A_DIMENSION = 1.2;

/** An index that was dropped for another one is not built again before this many times the time that it took. */
const REST = 6;
/** Builds that took less time are not limited. */
const LEAST_MS = 1_000;
const MOST_REMEMBERED = 1_000;

/** Decides from the number of documents, before any is read, whether a large index is built. */
export class IndexAdmission {
  /** By namespace: until when its index is not built again once it was dropped for another one. */
  private readonly rests = new LRUCache<string, { until: number; isDropped: boolean }>({
    max: MOST_REMEMBERED,
  });
  private refused = 0;

  /** `now`: a monotonic clock in milliseconds. `bytesToMb`: the setting with which indexes may take so many bytes. */
  constructor(
    private readonly maxBytes: number,
    private readonly now: () => number,
    private readonly bytesToMb: (bytes: number) => number = (bytes) => Math.ceil(bytes / MEBIBYTE),
  ) {}

  get refusals(): number {
    return this.refused;
  }

  /** Throws `RecallIndexTooLarge`. */
  check(namespace: string, { documents, dimensions }: FeedExtent): void {
    const bytes = documents * (BYTES_A_DOCUMENT + dimensions * BYTES_A_DIMENSION);
    const needed_mb = this.bytesToMb(bytes);
    const taken = `The recall index of ${documents} memories takes about ${Math.ceil(bytes / MEBIBYTE)} MiB`;
    const advice = `set RECALL_INDEX_MEMORY_MB to at least ${needed_mb}`;
    if (bytes > this.maxBytes * MOST_BUDGETS) {
      this.refuse(`${taken}, more than the service may use: ${advice}`, { needed_mb });
    }
    const milliseconds = this.restOf(namespace);
    if (milliseconds <= 0) return;
    const retry_after_seconds = Math.ceil(milliseconds / 1_000);
    const why = `and was dropped for those of other agents: try again in ${retry_after_seconds} s, or ${advice}`;
    this.refuse(`${taken} ${why}`, { needed_mb, retry_after_seconds });
  }

  /** Notes how long a build took, from `startedAt` until now. */
  built(namespace: string, startedAt: number): void {
    const milliseconds = this.now() - startedAt;
    this.forget(namespace);
    if (milliseconds < LEAST_MS) return;
    this.rests.set(namespace, { until: this.now() + milliseconds * REST, isDropped: false });
  }

  evicted(namespace: string): void {
    const rest = this.rests.get(namespace);
    if (rest) rest.isDropped = true;
  }

  /** The next build of a namespace is not limited. */
  forget(namespace: string): void {
    this.rests.delete(namespace);
  }

  private restOf(namespace: string): number {
    const rest = this.rests.get(namespace);
    return rest?.isDropped === true ? rest.until - this.now() : 0;
  }

  private refuse(message: string, fields: Record<string, number>): never {
    this.refused++;
    throw new DomainError('RecallIndexTooLarge', message, fields);
  }
}

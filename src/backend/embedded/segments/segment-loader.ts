import { isDeepStrictEqual } from 'node:util';
import type { FailureLog } from '../../../common/failure-log';
import type { ChangeFeed, FeedCursor } from '../../../retrieval/change-feed';
import { ImageAssembly } from '../../../retrieval/image-pieces';
import { indexCounts, type SegmentRefusal } from '../../../retrieval/index-counts';
import type { IndexImage } from '../../../retrieval/index-image';
import type { FollowedIndex, SegmentSource } from '../../../retrieval/index-follower';
import { MemoryIndex } from '../../../retrieval/memory-index';
import type { TimeSlices } from '../../../retrieval/time-slices';
import { loadBudgetMs, withinBudget } from './segment-budget';
import { DamagedSegment, pieceOf } from './segment-chunks';
import type { SealedSegments, StoredSegment } from './segments.repository';

/** Chunks that are read or unpacked while the pieces before them are copied. */
const AHEAD = 3;

export class SegmentLoader implements SegmentSource {
  /** `warn`: logs that a segment was removed. */
  constructor(
    private readonly segments: SealedSegments,
    private readonly feed: Pick<ChangeFeed, 'start'>,
    private readonly failures: FailureLog,
    private readonly warn: (message: string) => void,
  ) {}

  async load(namespace: string, slices: TimeSlices): Promise<FollowedIndex | null> {
    try {
      const cursor = await this.feed.start(namespace);
      const stored = cursor && (await this.segments.rows.find(cursor.namespaceId));
      if (!stored) return null;
      const refusal = refusalOf(stored, cursor, await this.segments.seal.version());
      if (refusal !== null) return refused(refusal);
      return await this.loadStored(namespace, stored, cursor, slices);
    } catch (error) {
      this.failures.note('Could not load a recall index, which is built instead', String(error));
      return refused('failed');
    }
  }

  /** Null for a damaged segment, which is removed: it would fail again after the next start. */
  private async loadStored(
    namespace: string,
    stored: StoredSegment,
    current: FeedCursor,
    slices: TimeSlices,
  ): Promise<FollowedIndex | null> {
    try {
      const image = await this.assemble(stored);
      const work = withinBudget(checkedIndex(current, image), loadBudgetMs(stored.macs.length));
      const index = await damagedUnless(slices.run(work));
      const { space, xmin } = stored;
      return {
        index,
        cursor: { ...current, space, xmin },
        drift: { isStored: true, changes: 0, notBefore: 0 },
      };
    } catch (error) {
      if (!(error instanceof DamagedSegment)) throw error;
      refused('damaged');
      this.warn(
        `The stored recall index ${stored.id} of ${namespace} is removed, and the index is built instead: ${error.message}`,
      );
      await this.segments.rows.remove(stored.namespaceId, stored.id);
      return null;
    }
  }

  private async assemble(stored: StoredSegment): Promise<IndexImage> {
    const assembly = new ImageAssembly();
    const waiting = [...stored.macs.keys()];
    const reading: Promise<Buffer>[] = [];
    let lastRead: Promise<unknown> = Promise.resolve();
    for (;;) {
      for (const number of waiting.splice(0, AHEAD - reading.length)) {
        // One at a time: after a start, a further connection costs more than it brings.
        const read = lastRead.then(() => this.segments.rows.readChunk(stored.namespaceId, stored.id, number));
        const piece = read.then((data) => this.unpack(stored, number, data));
        lastRead = read.catch(() => undefined);
        // A failure of a later piece must not go unhandled when an earlier one fails first.
        piece.catch(() => undefined);
        reading.push(piece);
      }
      const next = reading.shift();
      if (next === undefined) break;
      const piece = await next;
      await damagedUnless(() => assembly.add(piece));
    }
    return damagedUnless(() => assembly.end());
  }

  /** Throws `DamagedSegment` for a chunk that the service did not store in this place. */
  private async unpack(stored: StoredSegment, number: number, data: Uint8Array | null): Promise<Buffer> {
    const mac = stored.macs[number];
    if (data === null || mac === undefined) throw new DamagedSegment(`chunk ${number} is missing`);
    const segment = { ...stored, chunks: stored.macs.length };
    if (await this.segments.seal.isValid(mac, segment, number, data)) return pieceOf(data);
    throw new DamagedSegment(`chunk ${number} is not the one that the service stored`);
  }
}

function* checkedIndex({ language, space }: FeedCursor, image: IndexImage): Generator<void, MemoryIndex> {
  const index = yield* MemoryIndex.ofImage(language, space, image);
  yield* index.check();
  return index;
}

/** Null when the segment fits the namespace as it is. */
function refusalOf(stored: StoredSegment, current: FeedCursor, version: string): SegmentRefusal | null {
  const isSameForm =
    stored.version === version &&
    stored.language === current.language &&
    isDeepStrictEqual(stored.space, current.space);
  if (!isSameForm) return 'version';
  return stored.isOfThisServer ? null : 'server';
}

/** Whatever fails in work on bytes that were read and are sealed, the segment is not to be used again. */
async function damagedUnless<T>(work: Promise<T> | (() => T)): Promise<T> {
  try {
    return await (typeof work === 'function' ? work() : work);
  } catch (error) {
    throw new DamagedSegment(error instanceof Error ? error.message : String(error));
  }
}

function refused(reason: SegmentRefusal): null {
  indexCounts.refusals[reason]++;
  return null;
}

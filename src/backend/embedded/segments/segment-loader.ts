import { isDeepStrictEqual } from 'node:util';
import type { ChangeFeed, FeedCursor } from '../../../retrieval/change-feed';
import { ImageAssembly } from '../../../retrieval/image-pieces';
import { indexCounts, type SegmentRefusal } from '../../../retrieval/index-counts';
import { ImageMismatch } from '../../../retrieval/index-image';
import type { FollowedIndex, SegmentSource } from '../../../retrieval/index-follower';
import { MemoryIndex } from '../../../retrieval/memory-index';
import type { TimeSlices } from '../../../retrieval/time-slices';
import type { FailureLog } from '../embeddings/failure-log';
import { DamagedSegment, pieceOf, segmentVersion } from './segment-chunks';
import type { SegmentsRepository, StoredSegment } from './segments.repository';

/** Chunks that are read or unpacked while the pieces before them are copied. */
const AHEAD = 3;

export class SegmentLoader implements SegmentSource {
  constructor(
    private readonly segments: SegmentsRepository,
    private readonly feed: Pick<ChangeFeed, 'start'>,
    private readonly failures: FailureLog,
  ) {}

  async load(namespace: string, slices: TimeSlices): Promise<FollowedIndex | null> {
    try {
      const cursor = await this.feed.start(namespace);
      const stored = cursor && (await this.segments.find(cursor.namespaceId));
      if (!stored) return null;
      const refusal = refusalOf(stored, cursor);
      if (refusal !== null) return refused(refusal);
      return await this.assemble(stored, cursor, slices);
    } catch (error) {
      const isDamaged = error instanceof DamagedSegment || error instanceof ImageMismatch;
      this.failures.note('Could not load a recall index, which is built instead', String(error));
      return refused(isDamaged ? 'damaged' : 'failed');
    }
  }

  private async assemble(
    stored: StoredSegment,
    current: FeedCursor,
    slices: TimeSlices,
  ): Promise<FollowedIndex> {
    const assembly = new ImageAssembly();
    const waiting = stored.checksums.map((checksum, number) => ({ checksum, number }));
    const reading: Promise<Buffer>[] = [];
    let lastRead: Promise<unknown> = Promise.resolve();
    for (;;) {
      for (const { checksum, number } of waiting.splice(0, AHEAD - reading.length)) {
        // One at a time: after a start, a further connection costs more than it brings.
        const read = lastRead.then(() => this.readChunk(current.namespaceId, stored.id, number));
        const piece = read.then((data) => pieceOf(data, checksum));
        lastRead = read.catch(() => undefined);
        // A failure of a later piece must not go unhandled when an earlier one fails first.
        piece.catch(() => undefined);
        reading.push(piece);
      }
      const next = reading.shift();
      if (next === undefined) break;
      assembly.add(await next);
    }
    const { space, xmin } = stored;
    const index = await slices.run(MemoryIndex.ofImage(current.language, space, assembly.end()));
    const drift = { isStored: true, changes: 0, notBefore: 0 };
    return { index, cursor: { ...current, space, xmin }, drift };
  }

  private async readChunk(namespaceId: string, segmentId: string, number: number): Promise<Uint8Array> {
    const data = await this.segments.readChunk(namespaceId, segmentId, number);
    if (data === null) throw new DamagedSegment(`Chunk ${number} is missing`);
    return data;
  }
}

/** Null when the segment fits the namespace as it is. */
function refusalOf(stored: StoredSegment, current: FeedCursor): SegmentRefusal | null {
  const isSameForm =
    stored.version === segmentVersion() &&
    stored.language === current.language &&
    isDeepStrictEqual(stored.space, current.space);
  if (!isSameForm) return 'version';
  return stored.isOfThisServer ? null : 'server';
}

function refused(reason: SegmentRefusal): null {
  indexCounts.refusals[reason]++;
  return null;
}

import { randomUUID } from 'node:crypto';
import { inTime, pause } from '../../../common/deadline';
import type { FailureLog } from '../../../common/failure-log';
import type { PrismaService } from '../../../database/prisma.service';
import { indexCounts } from '../../../retrieval/index-counts';
import type { FollowedIndex } from '../../../retrieval/index-follower';
import type { IndexSnapshot } from '../../../retrieval/index-cache';
import { chunkOf } from './segment-chunks';
import type { SealedSegment } from './segment-seal';
import type { SealedSegments } from './segments.repository';

/** A segment is written again when more than this share of its index has changed. */
const CHANGED_SHARE = 0.2;
const LOCK = 'recall segments';
const LOCK_RETRY_MS = 10_000;
const STOP_MS = 1_000;

export interface WriterLimits {
  /** A smaller index is built in about the time that it takes to load one. */
  leastDocuments: number;
  /** After a start many indexes are built: the requests that wait for them go first. */
  delayMs: number;
  /** Between two segments of a namespace. */
  leastIntervalMs: number;
  /** A segment that took long to write is written as much less often. */
  intervalFactor: number;
  /** How long words of a deleted memory may stay in a segment. */
  tidyMs: number;
}

/** Documents of the smallest index that is stored. */
export const LEAST_STORED = 1_000;

const LIMITS: WriterLimits = {
  leastDocuments: LEAST_STORED,
  delayMs: 1_000,
  leastIntervalMs: 300_000,
  intervalFactor: 100,
  tidyMs: 60_000,
};

/** Makes a copy of an index that is kept; null when it is not. */
type Snapshots = (namespace: string) => Promise<IndexSnapshot | null>;

/**
 * Stores recall indexes in the background, one at a time of all processes that share the database. A failure is logged
 * and counted; recalls do not wait for any of this.
 */
export class SegmentWriter {
  private readonly stopping = new AbortController();
  private readonly due = new Set<string>();
  /** Namespaces that wait for their interval to end, with the time of its end. */
  private readonly later = new Map<string, number>();
  /** The segment that is being written. */
  private writing: string | null = null;
  private draining: Promise<void> | null = null;
  private ticking: Promise<void> | null = null;

  constructor(
    private readonly database: PrismaService,
    private readonly segments: SealedSegments,
    private readonly snapshot: Snapshots,
    private readonly failures: FailureLog,
    private readonly limits: WriterLimits = LIMITS,
  ) {}

  /** Removes segments that must not stay, and writes those whose interval has ended: now and every minute. */
  start(): void {
    this.ticking ??= this.database.apart(() => this.tickForEver());
  }

  /** Ends after the statement under way, and does not wait long for it. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await inTime(Promise.all([this.draining, this.ticking]), STOP_MS);
  }

  /** Call it when an index has changed: the index is stored soon if that is worth while. */
  consider(namespace: string, followed: FollowedIndex): void {
    if (namespace === this.writing || this.stopping.signal.aborted || !this.isWorthWriting(followed)) return;
    if (performance.now() < followed.drift.notBefore) this.later.set(namespace, followed.drift.notBefore);
    else this.writeSoon(namespace);
  }

  private isWorthWriting({ index, drift }: FollowedIndex): boolean {
    if (index.size < this.limits.leastDocuments) return false;
    return !drift.isStored || drift.changes > index.size * CHANGED_SHARE;
  }

  private writeSoon(namespace: string): void {
    this.later.delete(namespace);
    this.due.add(namespace);
    this.draining ??= this.database.apart(() => this.drain());
  }

  private async drain(): Promise<void> {
    await pause(this.limits.delayMs, this.stopping.signal);
    try {
      await this.writeAll();
    } catch (error) {
      this.fail(error);
    } finally {
      this.draining = null;
      this.writing = null;
    }
  }

  private async writeAll(): Promise<void> {
    while (this.due.size > 0 && !this.stopping.signal.aborted) {
      const lock = await this.database.lock(LOCK);
      if (lock === null) await pause(LOCK_RETRY_MS, this.stopping.signal);
      else await this.writeDue().finally(() => lock.release());
    }
  }

  private async writeDue(): Promise<void> {
    for (const namespace of this.due) {
      if (this.stopping.signal.aborted) return;
      this.due.delete(namespace);
      await this.write(namespace);
    }
  }

  private async write(namespace: string): Promise<void> {
    this.writing = namespace;
    const begun = performance.now();
    const snapshot = await this.snapshot(namespace);
    if (snapshot === null) return;
    const { drift, changes } = snapshot;
    drift.notBefore = begun + this.limits.leastIntervalMs;
    if (await this.isStoredByOther(snapshot)) {
      Object.assign(drift, { isStored: true, changes: 0 });
      return;
    }
    const isWritten = await this.store(snapshot).catch((error: unknown) => this.fail(error));
    const tookMs = performance.now() - begun;
    drift.notBefore = begun + Math.max(this.limits.leastIntervalMs, tookMs * this.limits.intervalFactor);
    if (isWritten === undefined) return;
    indexCounts.segments[isWritten ? 'written' : 'dropped']++;
    if (isWritten) Object.assign(drift, { isStored: true, changes: drift.changes - changes });
    else this.later.set(namespace, drift.notBefore);
  }

  /** Another process has written about the same index a short time ago. */
  private async isStoredByOther({ cursor, drift }: IndexSnapshot): Promise<boolean> {
    if (drift.isStored) return false;
    const stored = await this.segments.rows.find(cursor.namespaceId);
    if (stored === null || !stored.isOfThisServer) return false;
    if (stored.version !== (await this.segments.seal.version())) return false;
    return stored.ageMs < this.limits.leastIntervalMs;
  }

  /** False when it was not taken, see `SegmentsRepository.publish`. */
  private async store({ pieces, cursor, language, space }: IndexSnapshot): Promise<boolean> {
    const { rows, seal } = this.segments;
    const { namespaceId, server: serverStart, xmin } = cursor;
    const [version, server] = await Promise.all([seal.version(), rows.findServer(namespaceId)]);
    const chunks = pieces.length;
    const segment = { id: randomUUID(), namespaceId, version, server, xmin, language, space, chunks };
    let isPublished = false;
    try {
      const macs = await this.storeChunks(segment, pieces);
      if (macs !== null) isPublished = await rows.publish({ ...segment, serverStart, macs });
      return isPublished;
    } finally {
      // Those of a killed process are removed by `tidy`.
      if (!isPublished) await rows.removeChunks(namespaceId, segment.id);
    }
  }

  /** Takes the pieces away one by one, to save memory. Null when the process stops meanwhile. */
  private async storeChunks(segment: SealedSegment, pieces: Buffer[]): Promise<Buffer[] | null> {
    const { rows, seal } = this.segments;
    const macs: Buffer[] = [];
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      if (this.stopping.signal.aborted) return null;
      const data = await chunkOf(piece);
      macs.push(await seal.macOf(segment, macs.length, data));
      await rows.addChunk(segment.namespaceId, segment.id, macs.length - 1, data);
    }
    return macs;
  }

  private async tickForEver(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.segments.rows.tidy().catch((error: unknown) => this.fail(error));
      for (const [namespace, at] of this.later) if (at <= performance.now()) this.writeSoon(namespace);
      await pause(this.limits.tidyMs, this.stopping.signal);
    }
  }

  private fail(error: unknown): void {
    // The database may close during a shutdown.
    if (this.stopping.signal.aborted) return;
    indexCounts.segments.failed++;
    const reason = error instanceof Error ? error.message : String(error);
    this.failures.note('Could not store recall indexes, which are built at the next start instead', reason);
  }
}

import { Logger } from '@nestjs/common';
import { pause } from '../../../common/deadline';
import type { PrismaService } from '../../../database/prisma.service';
import {
  DeletedNamespacesRepository,
  NAMESPACE_TABLES,
  type DeletedSlice,
  type NamespaceTable,
} from './deleted-namespaces.repository';

/** Milliseconds of work that a slice may take: other statements wait for it where there is one connection. */
const SLICE_MS = 15;
/**
 * Rests between slices last this many times as long as the database worked, so that most of it is left to others. The
 * time that the statement waited does not count: where the process is busy it is many times the work.
 */
const REST_FACTOR = 2;
const LEAST_REST_MS = 5;
const FIRST_SLICE = 100;
const RETRY_MS = 10_000;

/**
 * Deletes namespaces: the name at once, in the caller's transaction, and the rows in the background, in slices. Its
 * state is in the database: stopped at any moment, it goes on with the next start, deletion or maintenance.
 */
export class NamespaceDeletion {
  private readonly logger = new Logger(NamespaceDeletion.name);
  private readonly repository: DeletedNamespacesRepository;
  private readonly stopping = new AbortController();
  /** The work under way and the work behind it, one after the other. */
  private working: Promise<unknown> = Promise.resolve();

  constructor(private readonly database: PrismaService) {
    this.repository = new DeletedNamespacesRepository(database);
  }

  /** Hides a namespace from the commit of the caller's transaction; one that is gone counts as deleted. */
  async delete(name: string): Promise<void> {
    const namespaceId = await this.repository.markDeleted(name);
    if (namespaceId !== null) this.startAfter(() => this.repository.waitFor(namespaceId));
  }

  /** Deletes in the background what deletions of other processes, or of earlier ones, have left. */
  start(): void {
    this.startAfter(() => Promise.resolve());
  }

  /** Stops after the slice under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.working;
  }

  /** Deletes what is left of all deleted namespaces; the number of rows. Rejects when the database is away. */
  async finish(): Promise<number> {
    let deleted = 0;
    for (;;) {
      const namespaceId = await this.repository.findNext();
      if (namespaceId === null) return deleted;
      for (const table of NAMESPACE_TABLES) deleted += await this.empty(namespaceId, table);
      if (this.stopping.signal.aborted) return deleted;
      await this.repository.deleteEmptied(namespaceId);
    }
  }

  /** Apart from the caller's transaction, which may go on for a while and must not be waited for inside. */
  private startAfter(commit: () => Promise<void>): void {
    this.working = this.database.apart(() => this.working.then(() => this.commitWithRetries(commit)));
  }

  /** Tries again while the database is away. */
  private async commitWithRetries(commit: () => Promise<void>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await commit();
        await this.finish();
        return;
      } catch (error) {
        this.warn(error);
        await pause(RETRY_MS, this.stopping.signal);
      }
    }
  }

  /** Not at a shutdown, when the database closes soon. */
  private warn(error: unknown): void {
    if (this.stopping.signal.aborted) return;
    const cause = error instanceof Error ? error.message : String(error);
    this.logger.warn(`Deleting the rows of deleted namespaces pauses for ${RETRY_MS / 1000} s: ${cause}`);
  }

  private async empty(namespaceId: string, table: NamespaceTable): Promise<number> {
    let deleted = 0;
    let from: string | null = table.first;
    let size = FIRST_SLICE;
    while (from !== null && !this.stopping.signal.aborted) {
      const slice: DeletedSlice = await this.repository.deleteSlice(namespaceId, table, from, size);
      deleted += slice.touched;
      from = slice.last;
      size = nextSliceSize(size, slice.ms, SLICE_MS);
      if (from !== null) await pause(Math.max(LEAST_REST_MS, slice.ms * REST_FACTOR), this.stopping.signal);
    }
    return deleted;
  }
}

/** Some milliseconds of work even on a busy machine. Fewer rows cost about as much, as each statement has its price. */
const LEAST = 100;
const MOST = 1_000;
/** A single slow or fast slice says little: a disk may be busy for a moment. */
const MOST_GROWTH = 1.5;
const MOST_SHRINKING = 0.5;

/** The rows of the next slice, so that it takes about `wantedMs` milliseconds, when one of `size` rows took `tookMs`. */
export function nextSliceSize(size: number, tookMs: number, wantedMs: number): number {
  const factor = Math.min(MOST_GROWTH, Math.max(MOST_SHRINKING, wantedMs / Math.max(tookMs, 0.1)));
  return Math.round(Math.min(MOST, Math.max(LEAST, size * factor)));
}

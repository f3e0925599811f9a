import type { PrismaService } from '../../src/database/prisma.service';
import { sql } from '../../src/database/sql';
import { DatabaseChangeFeed } from '../../src/backend/embedded/database-change-feed';
import { FailureLog } from '../../src/common/failure-log';
import { pieceOf } from '../../src/backend/embedded/segments/segment-chunks';
import { SegmentLoader } from '../../src/backend/embedded/segments/segment-loader';
import { SegmentSeal } from '../../src/backend/embedded/segments/segment-seal';
import { SegmentWriter, type WriterLimits } from '../../src/backend/embedded/segments/segment-writer';
import {
  SegmentsRepository,
  type StoredSegment,
} from '../../src/backend/embedded/segments/segments.repository';
import { IndexCache } from '../../src/retrieval/index-cache';
import { indexCounts } from '../../src/retrieval/index-counts';
import { eventually } from './eventually';
import { settled, storeContents } from './feed';
import { EVERYTHING, query } from './index-samples';
import { openBackend, type OpenBackend } from './open-backend';

export const SEGMENT_WORDS = ['alpha', 'bravo', 'delta', 'gamma'] as const;
/** Every index is stored at once. */
export const EAGER: WriterLimits = {
  leastDocuments: 1,
  delayMs: 0,
  leastIntervalMs: 0,
  intervalFactor: 0,
  tidyMs: 3_600_000,
};

/** What a process has of segments. */
export interface SegmentProcess {
  cache: IndexCache;
  writer: SegmentWriter;
  /** What it has logged. */
  messages: string[];
}

/** A namespace and processes that store its recall index. */
export class SegmentBench {
  namespace = '';
  opened!: OpenBackend;
  repository!: SegmentsRepository;
  seal!: SegmentSeal;
  private readonly writers: SegmentWriter[] = [];

  /** Open while the tests of the file run, each with a namespace of its own. */
  static ofFile(): SegmentBench {
    const bench = new SegmentBench();
    beforeAll(async () => {
      bench.opened = await openBackend();
      bench.repository = new SegmentsRepository(bench.database);
      bench.seal = new SegmentSeal(bench.opened.store.env);
    });
    beforeEach(async () => {
      bench.namespace = await bench.opened.newNamespace();
    });
    afterEach(() => bench.stopWriters());
    afterAll(() => bench.opened.close());
    return bench;
  }

  get database(): PrismaService {
    return this.opened.database;
  }

  feed(): DatabaseChangeFeed {
    return new DatabaseChangeFeed(this.database, { withVectors: false, onNewServer: () => undefined });
  }

  /** A process that was just started. */
  started(limits = EAGER, rows = this.repository, seal = this.seal): SegmentProcess {
    const segments = { rows, seal };
    const feed = this.feed();
    const messages: string[] = [];
    const warn = (message: string): unknown => messages.push(message);
    const failures = new FailureLog(warn);
    const cache: IndexCache = new IndexCache(feed, {
      maxBytes: 2 ** 26,
      segments: new SegmentLoader(segments, feed, failures, warn),
      onChange: (name, followed) => writer.consider(name, followed),
    });
    const snapshot = (name: string) => cache.snapshot(name);
    const writer = new SegmentWriter(this.database, segments, snapshot, failures, limits);
    this.writers.push(writer);
    return { cache, messages, writer };
  }

  /** The repository with other methods. */
  repositoryWith(methods: Partial<SegmentsRepository>): SegmentsRepository {
    return Object.assign(Object.create(this.repository) as SegmentsRepository, methods);
  }

  /** Memories in the namespace, and a segment of them. */
  async store(contents: readonly string[] = ['alpha', 'bravo', 'alpha delta']): Promise<string[]> {
    const ids = await storeContents(this.opened.backend, this.namespace, contents);
    await settled(this.database);
    await this.started().cache.warm(this.namespace);
    await eventually(() => this.stored(), Boolean);
    return ids;
  }

  async stored(): Promise<StoredSegment | null> {
    return this.repository.find(await this.namespaceId());
  }

  async namespaceId(): Promise<string> {
    const rows = await this.database.query<{ id: string }>(sql`
      SELECT n.id::text AS id FROM namespaces n WHERE n.name = ${this.namespace}`);
    return rows[0]?.id ?? '';
  }

  /** What the stored chunks say, unpacked; an empty text when there are none. */
  async storedText(): Promise<string> {
    const rows = await this.database.query<{ data: Uint8Array }>(sql`
      SELECT c.data FROM recall_segment_chunks c JOIN recall_segments s ON s.id = c.segment_id
      WHERE c.namespace_id = ${await this.namespaceId()}::bigint ORDER BY c.number`);
    const pieces = await Promise.all(rows.map(({ data }) => pieceOf(data)));
    return Buffer.concat(pieces).toString('latin1').replaceAll('\0', '');
  }

  async idsFound(cache: IndexCache, word: string): Promise<string[]> {
    const { hits } = await cache.search(this.namespace, query(word, { filter: EVERYTHING }));
    return hits.flatMap(({ id, matchedTerms }) => (matchedTerms.length > 0 ? [id] : [])).toSorted();
  }

  async idsInTable(word: string): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(sql`
      SELECT m.id FROM memories m JOIN namespaces n ON n.id = m.namespace_id
      WHERE n.name = ${this.namespace} AND position(${word} in m.content) > 0`);
    return rows.map(({ id }) => id).toSorted();
  }

  async expectAllFound(cache: IndexCache): Promise<void> {
    for (const word of SEGMENT_WORDS) {
      expect(await this.idsFound(cache, word)).toEqual(await this.idsInTable(word));
    }
  }

  private async stopWriters(): Promise<void> {
    await Promise.all(this.writers.splice(0).map((writer) => writer.stop()));
  }
}

/** How the index of a new process comes into memory after a change; everything must be found in it. */
export async function startsAfter(bench: SegmentBench, change: () => Promise<unknown>) {
  await change();
  const before = structuredClone(indexCounts);
  const { cache, messages } = bench.started();
  await bench.expectAllFound(cache);
  const refused = Object.entries(indexCounts.refusals).flatMap(([reason, count]) =>
    count > before.refusals[reason as keyof typeof before.refusals] ? [reason] : [],
  );
  const { built, loaded } = indexCounts.starts;
  return {
    built: built.count - before.starts.built.count,
    loaded: loaded.count - before.starts.loaded.count,
    refused,
    messages,
  };
}

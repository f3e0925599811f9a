import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { BackgroundWriter } from '../common/background-writer';
import { Env } from '../config/env';
import { type Counted, uncounted } from '../database/bounded-work';
import { redacted, screenText } from '../screening/screen-text';
import type { RecallTrace } from './recall-trace';
import {
  RecallTracesRepository,
  type PickTraces,
  type TraceFilter,
  type TraceKey,
  type TraceQuery,
} from './recall-traces.repository';
import { traceRow } from './trace-row';

export type { TraceFilter };

/** Written by one statement: some 300 KB. With fewer, a trace takes more time: 310 µs with 25, 110 µs with 250. */
const BATCH = 250;
const MAX_WAITING = 10_000;
/** Of all rows that wait, in UTF-16 units. A request with many filters has a long one. */
const MAX_SIZE = 16_000_000;

/** Writes the traces of recalls and answers in the background. Not the spans of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
@Injectable()
export class RecallTraces implements OnApplicationShutdown {
  /** Rows as JSON: a text of known size, and no objects for the garbage collector. */
  private readonly writer: BackgroundWriter<string>;

  constructor(
    private readonly repository: RecallTracesRepository,
    private readonly env: Env,
  ) {
    const writes = {
      name: 'The log of recall traces',
      batch: BATCH,
      maxWaiting: MAX_WAITING,
      maxSize: MAX_SIZE,
      sizeOf: (row: string) => row.length,
      insert: (rows: readonly string[]) => repository.insert(rows),
      forget: (agentId: string) => repository.forget(agentId),
    };
    this.writer = new BackgroundWriter(writes, new Logger(RecallTraces.name));
  }

  get mode(): Env['TRACE'] {
    return this.env.TRACE;
  }

  record(trace: RecallTrace): void {
    this.writer.add(traceRow({ ...trace, query: this.kept(trace.query) }));
  }

  /** Newest first. Shows what this process recorded before. */
  async list(agentId: string, query: TraceQuery): Promise<RecallTrace[]> {
    await this.writer.settle();
    return this.repository.list(agentId, query);
  }

  /** Reads the traces after an id, oldest first. */
  async after(agentId: string, traceId: string, limit: number): Promise<RecallTrace[]> {
    await this.writer.settle();
    return this.repository.after(agentId, traceId, limit);
  }

  /** The ids of the newest traces of each agent, at most `limit` of one. */
  async newestIds(agentIds: readonly string[], since: Date, limit: number): Promise<TraceKey[]> {
    await this.writer.settle();
    return this.repository.newestIds(agentIds, since, limit);
  }

  /** Reads the traces of these ids that exist, oldest first. */
  some(agentId: string, traceIds: readonly string[]): Promise<RecallTrace[]> {
    return this.repository.some(agentId, traceIds);
  }

  async find(agentId: string, traceId: string): Promise<RecallTrace | null> {
    await this.writer.settle();
    return this.repository.find(agentId, traceId);
  }

  /** Deletes the queries that found one of the memories; their number. Other replicas may write a trace of the last second after that. */
  async forgetFound(agentId: string, memoryIds: readonly string[], counted = uncounted): Promise<number> {
    await this.writer.settle();
    return counted(() => this.repository.forgetFound(agentId, memoryIds));
  }

  /** The ids of the traces whose queries `forgetFound` would delete. */
  async findFound(agentId: string, memoryIds: readonly string[]): Promise<string[]> {
    await this.writer.settle();
    return this.repository.findFound(agentId, memoryIds);
  }

  /** Deletes the traces that `pick` keeps of each page; their number. As with `forgetFound`, for other replicas. */
  async forgetPicked(agentId: string, pick: PickTraces, counted: Counted = uncounted): Promise<number> {
    await this.writer.settle();
    return this.repository.forgetPicked(agentId, pick, counted);
  }

  /** Deletes the traces of an agent that was deleted, soon. */
  forget(agentId: string): void {
    this.writer.forget(agentId);
  }

  /** Deletes what is older than its time, and what deleted agents left; how many. */
  async prune(now: Date): Promise<number> {
    const before = new Date(now.getTime() - this.env.TRACE_RETENTION_DAYS * 86_400_000);
    return (await this.repository.prune(before)) + (await this.repository.forgetDeleted());
  }

  /** A query may hold a secret, which must not be kept with it. */
  private kept(query: string | null): string | null {
    if (query === null || this.env.REDACTION === 'off') return query;
    return redacted(query, screenText(query, { credentials: true, personal: false }));
  }

  onApplicationShutdown(): Promise<void> {
    return this.writer.stop();
  }
}

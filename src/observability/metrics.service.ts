import cluster from 'node:cluster';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { MemorySearch } from '../backend/memory-search';
import { Database } from '../database/database';
import { DeletionBacklogRepository } from './deletion-backlog.repository';
import { FileBacklogRepository } from './file-backlog.repository';
import { gauges } from './gauges';
import { httpMetrics } from './http-metrics';
import { inTime } from '../common/in-time';
import { LastMaintenanceRepository } from './last-maintenance.repository';
import { modelMetrics } from './model-metrics';
import type { RequestObserver } from './observe-requests';
import { sweepMetrics } from './sweep-metrics';
import { WorkerMetrics } from './worker-metrics';

/** For each part that must be asked. */
const TIMEOUT_MS = 2_000;

/** What this process, or all workers together, measure of themselves, for Prometheus. */
@Injectable()
export class Metrics {
  readonly observeRequest: RequestObserver;
  readonly contentType: string;
  private readonly registry = new Registry();
  private readonly refreshers: readonly (() => Promise<void>)[];
  private readonly workers = cluster.isWorker ? new WorkerMetrics(() => this.values()) : null;

  constructor(
    private readonly database: Database,
    private readonly search: MemorySearch,
    private readonly maintenance: LastMaintenanceRepository,
    private readonly files: FileBacklogRepository,
    private readonly deletions: DeletionBacklogRepository,
  ) {
    this.contentType = this.registry.contentType;
    // Memory, processor, garbage collection, and how late the event loop is.
    collectDefaultMetrics({ register: this.registry });
    modelMetrics(this.registry);
    sweepMetrics(this.registry);
    this.observeRequest = httpMetrics(this.registry);
    this.refreshers = [
      this.poolGauges(),
      this.embeddingGauges(),
      this.fileGauges(),
      this.deletionGauges(),
      this.indexGauges(),
      this.maintenanceGauges(),
    ];
  }

  /** In Prometheus's text format. */
  async text(): Promise<string> {
    if (this.workers) return this.workers.sum();
    await this.refresh();
    return this.registry.metrics();
  }

  private async refresh(): Promise<void> {
    await Promise.all(this.refreshers.map((refresh) => refresh()));
  }

  private async values(): Promise<object[]> {
    await this.refresh();
    return this.registry.getMetricsAsJSON();
  }

  private poolGauges() {
    const helps = {
      database_pool_connections: 'Connections to the database that are open.',
      database_pool_idle_connections: 'Open connections that are at rest.',
      database_pool_waiting: 'Statements that wait for a connection.',
    };
    const read = () => {
      const { total, idle, waiting } = this.database.connections;
      return {
        database_pool_connections: total,
        database_pool_idle_connections: idle,
        database_pool_waiting: waiting,
      };
    };
    return gauges(this.registry, helps, read, 'sum');
  }

  private embeddingGauges() {
    const helps = {
      embeddings_backlog: 'Memories that wait for their vector.',
      embeddings_failing: 'Waiting memories that failed often.',
    };
    return gauges(this.registry, helps, async () => {
      const backlog = (await inTime(this.search.embeddingReport(), TIMEOUT_MS))?.backlog ?? null;
      return backlog && { embeddings_backlog: backlog.waiting, embeddings_failing: backlog.failing };
    });
  }

  private indexGauges() {
    const helps = {
      recall_indexes: 'Recall indexes in memory, one for each namespace.',
      recall_index_memories: 'Memories in the recall indexes.',
      recall_index_bytes: 'Estimated memory of the recall indexes.',
      recall_index_budget_bytes: 'What they may take: three quarters of RECALL_INDEX_MEMORY_MB.',
      recall_index_excess_bytes: 'What one index takes beyond that; above 0, raise RECALL_INDEX_MEMORY_MB.',
    };
    const read = () => {
      const report = this.search.indexReport();
      return (
        report && {
          recall_indexes: report.indexes,
          recall_index_memories: report.memories,
          recall_index_bytes: report.bytes,
          recall_index_budget_bytes: report.budgetBytes,
          recall_index_excess_bytes: report.excessBytes,
        }
      );
    };
    return gauges(this.registry, helps, read, 'sum');
  }

  private fileGauges() {
    const helps = {
      file_jobs_waiting: 'Uploaded files that wait to be read.',
      file_jobs_running: 'Uploaded files that some process is reading.',
      file_jobs_failing: 'Waiting files whose last try failed.',
    };
    return gauges(this.registry, helps, async () => {
      const backlog = await inTime(this.files.read(), TIMEOUT_MS);
      return (
        backlog && {
          file_jobs_waiting: backlog.waiting,
          file_jobs_running: backlog.running,
          file_jobs_failing: backlog.failing,
        }
      );
    });
  }

  private deletionGauges() {
    const helps = {
      deleted_namespaces_pending: 'Deleted namespaces whose rows are not all deleted yet.',
      deleted_memories_pending: 'Memories of deleted namespaces that are not deleted yet.',
    };
    return gauges(this.registry, helps, async () => {
      const backlog = await inTime(this.deletions.read(), TIMEOUT_MS);
      return (
        backlog && {
          deleted_namespaces_pending: backlog.namespaces,
          deleted_memories_pending: backlog.memories,
        }
      );
    });
  }

  private maintenanceGauges() {
    const helps = {
      maintenance_last_finished_timestamp_seconds: 'When the last run of maintenance ended.',
      maintenance_last_expired: 'Memories that it expired.',
      maintenance_last_purged: 'Memories that it purged.',
      maintenance_last_held: 'Agents whose sweep it held, for too much would have expired.',
      maintenance_last_errors: 'What went wrong in it.',
    };
    return gauges(this.registry, helps, async () => {
      const last = await inTime(this.maintenance.find(), TIMEOUT_MS);
      return (
        last && {
          maintenance_last_finished_timestamp_seconds: last.finishedAt.getTime() / 1000,
          maintenance_last_expired: last.expired,
          maintenance_last_purged: last.purged,
          maintenance_last_held: last.held,
          maintenance_last_errors: last.errors,
        }
      );
    });
  }
}

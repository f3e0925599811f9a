import cluster from 'node:cluster';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { AuditSealer } from '../audit/audit-sealer.service';
import { MemorySearch } from '../backend/memory-search';
import { TextChanges } from '../backend/text-changes.repository';
import { inTime } from '../common/deadline';
import { onPrimaryMessage, sendToPrimary } from '../common/process-messages';
import { PrismaService } from '../database/prisma.service';
import {
  damageMetrics,
  httpMetrics,
  indexMetrics,
  modelMetrics,
  quotaMetrics,
  searchMetrics,
  secretMetrics,
  sweepMetrics,
} from './counters';
import { eventMetrics } from './event-metrics';
import { databaseMetrics } from './database-metrics';
import { gauges } from './gauges';
import { MetricsRepository } from './metrics.repository';
import type { RequestObserver } from './observe-requests';

/** For each report. */
const TIMEOUT_MS = 2_000;

/** The metrics of this process, or the sum of all workers, for Prometheus. */
@Injectable()
export class Metrics {
  readonly observeRequest: RequestObserver;
  readonly contentType: string;
  private readonly registry = new Registry();
  private readonly refreshers: readonly (() => Promise<void>)[];
  private readonly workers = cluster.isWorker ? new WorkerMetrics(() => this.values()) : null;

  constructor(
    prisma: PrismaService,
    private readonly search: MemorySearch,
    private readonly repository: MetricsRepository,
    private readonly texts: TextChanges,
    private readonly sealer: AuditSealer,
  ) {
    this.contentType = this.registry.contentType;
    // Memory, processor, garbage collection and the delay of the event loop.
    collectDefaultMetrics({ register: this.registry });
    modelMetrics(this.registry);
    searchMetrics(this.registry);
    indexMetrics(this.registry);
    sweepMetrics(this.registry);
    damageMetrics(this.registry);
    secretMetrics(this.registry);
    quotaMetrics(this.registry);
    this.observeRequest = httpMetrics(this.registry);
    this.refreshers = [
      ...databaseMetrics(this.registry, prisma, TIMEOUT_MS),
      this.embeddingGauges(),
      this.fileGauges(),
      this.linkGauges(),
      this.auditGauges(),
      this.brokenChainGauges(),
      this.deletionGauges(),
      ...eventMetrics(this.registry, () => this.repository.webhookBacklog(), TIMEOUT_MS),
      this.quotaGauges(),
      this.indexGauges(),
      this.maintenanceGauges(),
    ];
  }

  /** The metrics in Prometheus's text format. */
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

  private embeddingGauges() {
    return gauges(
      this.registry,
      {
        embeddings_backlog: ['Memories that wait for their vector.', ({ waiting }) => waiting],
        embeddings_failing: ['Waiting memories that failed often.', ({ failing }) => failing],
      },
      async () => (await inTime(this.search.embeddingReport(), TIMEOUT_MS))?.backlog ?? null,
    );
  }

  private indexGauges() {
    return gauges(
      this.registry,
      {
        recall_indexes: ['Recall indexes in memory, one for each namespace.', ({ indexes }) => indexes],
        recall_index_memories: ['Memories in the recall indexes.', ({ memories }) => memories],
        recall_index_bytes: ['Estimated memory of the recall indexes.', ({ bytes }) => bytes],
        recall_index_budget_bytes: [
          'Memory budget of the recall indexes: three quarters of RECALL_INDEX_MEMORY_MB.',
          ({ budgetBytes }) => budgetBytes,
        ],
        recall_index_excess_bytes: [
          'Bytes of one index above the budget; if above 0, raise RECALL_INDEX_MEMORY_MB.',
          ({ excessBytes }) => excessBytes,
        ],
        recall_index_refusals: [
          'Recalls refused since the start because a large index may not be built.',
          ({ refusals }) => refusals,
        ],
      },
      () => this.search.indexReport(),
      'sum',
    );
  }

  private fileGauges() {
    return gauges(
      this.registry,
      {
        file_jobs_waiting: ['Uploaded files that wait to be read.', ({ waiting }) => waiting],
        file_jobs_running: ['Uploaded files that a process is reading.', ({ running }) => running],
        file_jobs_failing: ['Waiting files whose last attempt failed.', ({ failing }) => failing],
      },
      () => inTime(this.repository.fileBacklog(), TIMEOUT_MS),
    );
  }

  private linkGauges() {
    return gauges(
      this.registry,
      {
        link_backlog_memories: [
          'Memories that wait to be compared with older ones.',
          ({ memories }) => memories,
        ],
        link_backlog_agents: ['Agents with such memories.', ({ namespaces }) => namespaces],
        link_backlog_age_seconds: ['How long the first of them has waited.', ({ ageSeconds }) => ageSeconds],
      },
      () => inTime(this.texts.countWaiting(), TIMEOUT_MS),
    );
  }

  private auditGauges() {
    return gauges(
      this.registry,
      {
        audit_unsealed_records: [
          'Audit records that wait for their places in chains.',
          ({ records }) => records,
        ],
        audit_unsealed_age_seconds: [
          'How long the first of them has waited.',
          ({ ageSeconds }) => ageSeconds,
        ],
      },
      () => inTime(this.repository.auditBacklog(), TIMEOUT_MS),
    );
  }

  /** With several workers, only the one that tried last knows of broken chains. */
  private brokenChainGauges() {
    return gauges(
      this.registry,
      {
        audit_broken_chains: ['Audit chains that cannot be continued.', (chains: number) => chains],
      },
      () => this.sealer.problems().filter(({ chain }) => chain !== null).length,
      'max',
    );
  }

  private quotaGauges() {
    return gauges(
      this.registry,
      {
        quota_near_agents: ['Agents that use 80 % or more of a quota, and none wholly.', ({ near }) => near],
        quota_full_agents: ['Agents that use a whole quota of memories or bytes.', ({ full }) => full],
      },
      () => inTime(this.repository.quotaAgents(), TIMEOUT_MS),
    );
  }

  private deletionGauges() {
    return gauges(
      this.registry,
      {
        deleted_namespaces_pending: [
          'Deleted namespaces whose rows are not all deleted yet.',
          ({ namespaces }) => namespaces,
        ],
        deleted_memories_pending: [
          'Memories of deleted namespaces that are not deleted yet.',
          ({ memories }) => memories,
        ],
      },
      () => inTime(this.repository.deletionBacklog(), TIMEOUT_MS),
    );
  }

  private maintenanceGauges() {
    return gauges(
      this.registry,
      {
        maintenance_last_finished_timestamp_seconds: [
          'When the last maintenance run ended.',
          ({ finishedAt }) => finishedAt.getTime() / 1000,
        ],
        maintenance_last_expired: ['Memories that it expired.', ({ expired }) => expired],
        maintenance_last_purged: ['Memories that it purged.', ({ purged }) => purged],
        maintenance_last_held: [
          'Agents whose sweep it held, because too many memories would expire.',
          ({ held }) => held,
        ],
        maintenance_last_errors: ['Errors in it.', ({ errors }) => errors],
      },
      () => inTime(this.repository.lastMaintenance(), TIMEOUT_MS),
    );
  }
}

const SUM_TIMEOUT_MS = 5_000;

/** In a worker: sends its metrics to the primary process, which adds up those of all workers. */
class WorkerMetrics {
  private readonly waiting = new Map<number, (text: string) => void>();
  private requests = 0;

  constructor(read: () => Promise<object[]>) {
    onPrimaryMessage((message) => {
      if (message.kind === 'metrics-summed') this.waiting.get(message.request)?.(message.text);
      if (message.kind !== 'metrics-asked') return;
      const { request } = message;
      void read().then((metrics) => sendToPrimary({ kind: 'metrics', request, metrics }));
    });
  }

  /** The metrics of all workers in Prometheus's text format. Throws when the primary process does not answer in time. */
  async sum(): Promise<string> {
    const request = (this.requests += 1);
    try {
      return await new Promise<string>((resolve, reject) => {
        const late = () => reject(new Error('The primary process does not answer with the metrics in time'));
        const timer = setTimeout(late, SUM_TIMEOUT_MS);
        this.waiting.set(request, (text) => {
          clearTimeout(timer);
          resolve(text);
        });
        sendToPrimary({ kind: 'metrics-wanted', request });
      });
    } finally {
      this.waiting.delete(request);
    }
  }
}

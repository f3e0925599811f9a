import { Injectable } from '@nestjs/common';
import { MANAGEMENT_CHAIN } from '../../audit/audit-entry';
import type { EventKind } from '../../audit/written-event';
import { noteOn, recordedWrite } from '../../audit/recorded-write';
import { PrismaService } from '../../database/prisma.service';
import type { Webhook as WebhookRow } from '../../generated/prisma/client';
import type { PauseReason, Webhook, WebhookChange, WebhookFields, WebhookStatus } from './webhook';

export interface NewWebhook extends WebhookFields {
  webhookId: string;
  secretDigest: Buffer;
  /** Events after this place are sent. */
  eventSeq: number;
}

/** Inserts wait for each other, so that their number is exact. */
const INSERT_LOCK = 'webhooks';

@Injectable()
export class WebhooksRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** False when there are `most` already. */
  insert({ secretDigest, eventSeq, ...hook }: NewWebhook, most: number): Promise<boolean> {
    const insertion = async (): Promise<boolean> => {
      await this.prisma.lockInTransaction(INSERT_LOCK);
      if ((await this.rows.count()) >= most) return false;
      const kept = { secretDigest: new Uint8Array(secretDigest), eventSeq: BigInt(eventSeq) };
      await this.rows.create({ data: { ...hook, ...kept, createdAt: await this.prisma.now() } });
      return true;
    };
    const { webhookId, url, events, agents } = hook;
    const item = { kind: 'webhook', id: webhookId, event: 'created', fields: { url, events, agents } };
    return recordedWrite(this.prisma, insertion, (isStored) =>
      isStored ? noteOn(MANAGEMENT_CHAIN, 'createWebhook', item) : null,
    );
  }

  /** Newest first. */
  async list(limit: number): Promise<Webhook[]> {
    const rows = await this.rows.findMany({
      orderBy: [{ createdAt: 'desc' }, { webhookId: 'desc' }],
      take: limit,
    });
    return rows.map(toWebhook);
  }

  async find(webhookId: string): Promise<Webhook | null> {
    const row = await this.rows.findUnique({ where: { webhookId } });
    return row && toWebhook(row);
  }

  /** Null when there is none. An activation forgets the failures. */
  async update(webhookId: string, change: WebhookChange): Promise<Webhook | null> {
    const now = await this.prisma.now();
    const { status, ...fields } = change;
    const data = { ...fields, ...(status !== undefined && statusData(status, now)) };
    const item = { kind: 'webhook', id: webhookId, event: 'edited', fields: change };
    const [row] = await recordedWrite(
      this.prisma,
      () => this.rows.updateManyAndReturn({ where: { webhookId }, data }),
      (rows) => (rows.length > 0 ? noteOn(MANAGEMENT_CHAIN, 'updateWebhook', item) : null),
    );
    return row ? toWebhook(row) : null;
  }

  /** With its deliveries. False when there was none. */
  delete(webhookId: string): Promise<boolean> {
    const item = { kind: 'webhook', id: webhookId, event: 'deleted' };
    return recordedWrite(
      this.prisma,
      async () => (await this.rows.deleteMany({ where: { webhookId } })).count === 1,
      (wasThere) => (wasThere ? noteOn(MANAGEMENT_CHAIN, 'deleteWebhook', item) : null),
    );
  }

  /** By the service itself. */
  async pause(webhookId: string, reason: PauseReason): Promise<void> {
    const now = await this.prisma.now();
    await this.rows.updateMany({
      where: { webhookId, status: 'active' },
      data: { status: 'paused', pausedAt: now, pauseReason: reason },
    });
  }

  private get rows() {
    return this.prisma.models.webhook;
  }
}

function statusData(status: WebhookStatus, now: Date) {
  return status === 'paused'
    ? { status, pausedAt: now, pauseReason: 'requested' }
    : { status, failures: 0, retryAt: null, pausedAt: null, pauseReason: null };
}

function toWebhook(row: WebhookRow): Webhook {
  const { webhookId, url, agents, createdAt, failures, pausedAt } = row;
  return {
    ...{ webhookId, url, agents, createdAt, failures, pausedAt },
    events: row.events as EventKind[],
    status: row.status as WebhookStatus,
    pauseReason: row.pauseReason as PauseReason | null,
  };
}

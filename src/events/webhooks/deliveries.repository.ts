// SQL: holds and due times by the database's clock, rows that others take are skipped, and an outcome moves two tables.
import { Injectable } from '@nestjs/common';
import { MANAGEMENT_CHAIN } from '../../audit/audit-entry';
import { noteOn, recordedWrite } from '../../audit/recorded-write';
import { inSlices, isHeldUntil, sliceBy, type Slice } from '../../database/bounded-work';
import { PrismaService } from '../../database/prisma.service';
import { sql, type Sql } from '../../database/sql';
import {
  callsAtATime,
  pauseAfter,
  restAfter,
  ROUND_SECONDS,
  type Delivery,
  type DeliveryState,
} from './webhook';

/** A webhook with something to do. */
export interface BusyWebhook {
  webhookId: string;
  url: string;
  events: string[];
  agents: string[];
  failures: number;
  eventSeq: number;
  secretDigest: Uint8Array;
}

/** A delivery that this process holds. */
export interface HeldDelivery {
  deliveryId: string;
  webhookId: string;
  body: string;
  attempts: number;
}

export type NewDelivery = Pick<Delivery, 'deliveryId' | 'eventId' | 'kind' | 'agentId'> & { body: string };

export interface DeliveryFilter {
  state: DeliveryState | null;
  /** The last one of the page before. */
  before: string | null;
  limit: number;
}

/** Deliveries of one webhook that wait. Events behind them wait in the log. */
export const MOST_WAITING = 1_000;
/** Days for which finished deliveries are kept. */
const KEPT_DAYS = 7;
const PRUNE_SLICE = 2_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const COLUMNS: Sql = sql`d.delivery_id AS "deliveryId", d.webhook_id AS "webhookId", d.event_id AS "eventId", d.kind,
  d.agent_id AS "agentId", d.state, d.created_at AS "createdAt", d.attempts, d.due_at AS "dueAt",
  d.last_attempt_at AS "lastAttemptAt", d.last_status AS "lastStatus", d.last_error AS "lastError"`;

/** The durable queue of webhooks. */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Active webhooks with events to queue, or deliveries that are due. */
  busy(limit: number): Promise<BusyWebhook[]> {
    return this.prisma.query<BusyWebhook>(sql`
      SELECT ${BUSY} FROM webhooks w
      WHERE w.status = 'active' AND (
        w.event_seq < (SELECT max(r.event_seq) FROM audit_records r WHERE r.event_seq IS NOT NULL)
        OR (${MAY_CALL} AND EXISTS (SELECT FROM webhook_deliveries d
          WHERE d.webhook_id = w.webhook_id AND d.state = 'pending' AND d.due_at <= clock_timestamp())))
      ORDER BY w.webhook_id LIMIT ${limit}`);
  }

  /** `work` with the webhook held, in one transaction; null if it is not active, or another process has it. */
  holding<T>(webhookId: string, work: (hook: BusyWebhook) => Promise<T>): Promise<T | null> {
    return this.prisma.transaction(async () => {
      const [hook] = await this.prisma.query<BusyWebhook>(sql`
        SELECT ${BUSY} FROM webhooks w
        WHERE w.webhook_id = ${webhookId}::uuid AND w.status = 'active' FOR UPDATE SKIP LOCKED`);
      return hook ? work(hook) : null;
    });
  }

  async countWaiting(webhookId: string): Promise<number> {
    const [row] = await this.prisma.query<{ waiting: number }>(sql`
      SELECT count(*)::float8 AS waiting FROM (SELECT FROM webhook_deliveries d
        WHERE d.webhook_id = ${webhookId}::uuid AND d.state = 'pending' LIMIT ${MOST_WAITING}) AS p`);
    return row?.waiting ?? 0;
  }

  /** Queues deliveries, and notes up to where the events have theirs. The caller holds the webhook. */
  async queue(webhookId: string, deliveries: readonly NewDelivery[], eventSeq: number): Promise<void> {
    const json = JSON.stringify(deliveries);
    await this.prisma.execute(sql`
      WITH queued AS (
        INSERT INTO webhook_deliveries (delivery_id, webhook_id, event_id, kind, agent_id, body)
        SELECT j."deliveryId", ${webhookId}::uuid, j."eventId", j.kind, j."agentId", j.body
        FROM json_to_recordset(${json}::json) AS j ("deliveryId" uuid, "eventId" text, kind text, "agentId" text, body text)
      )
      UPDATE webhooks SET event_seq = ${eventSeq}::bigint WHERE webhook_id = ${webhookId}::uuid`);
  }

  /**
   * Takes deliveries that are due, oldest first, as many as the webhook may have under way. After `holdMs`, which is longer
   * than a call, another process may take what this one holds.
   */
  async take(webhookId: string, holder: string, holdMs: number): Promise<HeldDelivery[]> {
    const taken = await this.holding(webhookId, (hook) =>
      this.prisma.query<HeldDelivery>(sql`
      UPDATE webhook_deliveries t SET holder = ${holder}::uuid,
        held_until = clock_timestamp() + ${holdMs}::float8 * interval '1 millisecond'
      FROM (
        SELECT d.delivery_id FROM webhook_deliveries d JOIN webhooks w ON w.webhook_id = d.webhook_id
        WHERE d.webhook_id = ${webhookId}::uuid AND d.state = 'pending' AND d.due_at <= clock_timestamp()
          AND NOT ${isHeldUntil(sql`d.held_until`, holdMs)} AND ${MAY_CALL}
        ORDER BY d.due_at, d.delivery_id
        LIMIT greatest(0, ${callsAtATime(hook)}::int - (
          SELECT count(*) FROM webhook_deliveries h
          WHERE h.webhook_id = ${webhookId}::uuid AND h.state = 'pending' AND ${isHeldUntil(sql`h.held_until`, holdMs)}))
      ) AS due
      WHERE t.delivery_id = due.delivery_id
      RETURNING t.delivery_id AS "deliveryId", t.webhook_id AS "webhookId", t.body, t.attempts`),
    );
    return taken ?? [];
  }

  /** Another process may take it at once. */
  async release(deliveryId: string, holder: string): Promise<void> {
    await this.prisma.execute(sql`
      UPDATE webhook_deliveries SET holder = NULL, held_until = NULL WHERE ${heldBy(deliveryId, holder)}`);
  }

  /** Locks the webhook before the delivery, as its deletion does: in the other order both would wait for each other. */
  async delivered({ deliveryId, webhookId }: HeldDelivery, holder: string, status: number): Promise<void> {
    const held = heldBy(deliveryId, holder);
    await this.prisma.transaction(async () => {
      await this.prisma.execute(sql`
        UPDATE webhooks SET failures = 0, retry_at = NULL
        WHERE webhook_id = ${webhookId}::uuid AND failures > 0
          AND EXISTS (SELECT FROM webhook_deliveries WHERE ${held})`);
      await this.prisma.execute(sql`
        UPDATE webhook_deliveries SET state = 'delivered', attempts = attempts + 1, holder = NULL, held_until = NULL,
          last_attempt_at = clock_timestamp(), last_status = ${status}::int, last_error = NULL
        WHERE ${held}`);
    });
  }

  /** The next attempt follows after a pause, or never; the webhook rests, or is paused after `pauseAt` failures in a row. */
  async failed(
    { deliveryId, webhookId, attempts }: HeldDelivery,
    holder: string,
    { status, error }: { status: number | null; error: string },
    pauseAt: number,
  ): Promise<void> {
    await this.prisma.transaction(async () => {
      // Before the delivery, as in `delivered`.
      await this.prisma.query(
        sql`SELECT 1 AS one FROM webhooks WHERE webhook_id = ${webhookId}::uuid FOR UPDATE`,
      );
      const noted = await this.prisma.execute(sql`
        UPDATE webhook_deliveries SET attempts = attempts + 1, holder = NULL, held_until = NULL,
          state = CASE WHEN clock_timestamp() + ${pause(attempts + 1)} > begun_at + ${seconds(ROUND_SECONDS)}
            THEN 'failed' ELSE 'pending' END,
          due_at = clock_timestamp() + ${pause(attempts + 1)}, last_attempt_at = clock_timestamp(),
          last_status = ${status}::int, last_error = ${error}
        WHERE ${heldBy(deliveryId, holder)}`);
      if (noted > 0) await this.noteFailure(webhookId, pauseAt);
    });
  }

  /** Puts a delivery into the queue again, with a new round of attempts; null when there is none. */
  async redeliver(webhookId: string, deliveryId: string): Promise<Delivery | null> {
    const queueing = sql`
      UPDATE webhook_deliveries d SET state = 'pending', attempts = 0, begun_at = clock_timestamp(),
        due_at = clock_timestamp(), holder = NULL, held_until = NULL
      WHERE d.delivery_id = ${deliveryId}::uuid AND d.webhook_id = ${webhookId}::uuid RETURNING ${COLUMNS}`;
    const item = { kind: 'delivery', id: deliveryId, event: 'queued' };
    const [row] = await recordedWrite(
      this.prisma,
      () => this.prisma.query<Delivery>(queueing),
      (rows) => (rows.length > 0 ? noteOn(MANAGEMENT_CHAIN, 'redeliver', item) : null),
    );
    return row ?? null;
  }

  /** Newest first. */
  list(webhookId: string, { state, before, limit }: DeliveryFilter): Promise<Delivery[]> {
    return this.prisma.query<Delivery>(sql`
      SELECT ${COLUMNS} FROM webhook_deliveries d
      WHERE d.webhook_id = ${webhookId}::uuid
        ${state === null ? sql`` : sql`AND d.state = ${state}`}
        ${before === null ? sql`` : sql`AND d.delivery_id < ${before}::uuid`}
      ORDER BY d.delivery_id DESC LIMIT ${limit}`);
  }

  /** Deletes finished deliveries that are old; how many. */
  async prune(): Promise<number> {
    return inSlices(FIRST_ID, (after) => this.pruneSlice(after));
  }

  /** Skips deliveries that a transaction has. */
  private pruneSlice(after: string): Promise<Slice<string>> {
    return sliceBy(
      this.prisma,
      sql`
      WITH slice AS MATERIALIZED (
        SELECT d.delivery_id FROM webhook_deliveries d
        WHERE d.delivery_id > ${after}::uuid AND d.state <> 'pending'
          AND d.created_at < clock_timestamp() - ${KEPT_DAYS}::float8 * interval '1 day'
        ORDER BY d.delivery_id LIMIT ${PRUNE_SLICE} FOR UPDATE OF d SKIP LOCKED
      ), deleted AS (
        DELETE FROM webhook_deliveries d USING slice s WHERE d.delivery_id = s.delivery_id RETURNING d.delivery_id
      )
      SELECT (SELECT s.delivery_id::text FROM slice s ORDER BY s.delivery_id DESC LIMIT 1) AS last,
        (SELECT count(*)::float8 FROM deleted) AS touched`,
    );
  }

  private async noteFailure(webhookId: string, pauseAt: number): Promise<void> {
    const [row] = await this.prisma.query<{ failures: number }>(sql`
      UPDATE webhooks SET failures = failures + 1 WHERE webhook_id = ${webhookId}::uuid RETURNING failures`);
    const failures = row?.failures ?? 1;
    await this.prisma.execute(sql`
      UPDATE webhooks SET retry_at = clock_timestamp() + ${seconds(restAfter(failures))}
      WHERE webhook_id = ${webhookId}::uuid`);
    if (failures < pauseAt) return;
    await this.prisma.execute(sql`
      UPDATE webhooks SET status = 'paused', paused_at = clock_timestamp(), pause_reason = 'failures'
      WHERE webhook_id = ${webhookId}::uuid AND status = 'active'`);
  }
}

const BUSY: Sql = sql`w.webhook_id AS "webhookId", w.url, w.events, w.agents, w.failures,
  w.event_seq::float8 AS "eventSeq", w.secret_digest AS "secretDigest"`;

/** Whether a webhook does not rest. A later time was made while the clock was ahead. */
const MAY_CALL: Sql = sql`(w.retry_at IS NULL OR w.retry_at <= clock_timestamp()
  OR w.retry_at > clock_timestamp() + interval '1 hour')`;

function heldBy(deliveryId: string, holder: string): Sql {
  return sql`delivery_id = ${deliveryId}::uuid AND holder = ${holder}::uuid`;
}

function seconds(count: number): Sql {
  return sql`${count}::float8 * interval '1 second'`;
}

function pause(attempts: number): Sql {
  return seconds(pauseAfter(attempts));
}

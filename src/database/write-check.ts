// A statement of this file is sent by `pg`, on a connection of its own: those of the pool may all wait for the standby.
import type { Pool, QueryResult } from 'pg';
import { inTime } from '../common/deadline';
import { errorCode } from './database-errors';
import type { DatabaseClient } from './database-client';
import { NotWritable } from './primary-finder';
import { DISK_FULL, READ_ONLY, type WriteProblem } from './refused-writes';

/** A standby that confirms a commit later than that is far behind. */
const COMMIT_LIMIT_MS = 3_000;
const ANSWER_LIMIT_MS = 3_000;

const BEGIN = `
BEGIN;
SELECT pg_backend_pid() AS pid, pg_postmaster_start_time()::text AS server, pg_is_in_recovery() AS "isStandby",
  current_setting('transaction_read_only') = 'on' AS "isReadOnly",
  current_setting('synchronous_standby_names') <> ''
    AND current_setting('synchronous_commit') NOT IN ('off', 'local') AS "isSynchronous"`;
/** The smallest record of the write-ahead log that a commit has to wait for; it needs no table. */
const WRITE = `SELECT pg_logical_emit_message(true, 'agent-memory-service', '') IS NOT NULL AS written`;
/** Takes 1 MiB of the disk until the transaction ends. */
const FILL = `
CREATE UNLOGGED TABLE write_check_of_disk AS SELECT repeat('x', 1900) AS filler FROM generate_series(1, 540)`;
const WAITING = `
SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = current_user`;

interface ServerState {
  pid: number;
  /** When it was started, which no other server shares. */
  server: string;
  isStandby: boolean;
  isReadOnly: boolean;
  isSynchronous: boolean;
}

/** Tries writes. */
export interface WriteTrial {
  /** `fillsDisk`: also takes some room on the disk, and gives it back. Never rejects. */
  run(fillsDisk: boolean): Promise<WriteProblem | null>;
  /** Tells the server that was the primary in the last try from others; null before. */
  readonly server: string | null;
  /** Process ids of the backends of this role that wait for the synchronous standby. */
  waitingBackends(): Promise<ReadonlySet<number>>;
  close(): void;
}

/** Tries a write on the one connection of the embedded database, which has no standby. */
export class PoolWriteCheck implements WriteTrial {
  readonly server = null;

  constructor(private readonly pool: Pool) {}

  run(): Promise<WriteProblem | null> {
    return this.pool.query(WRITE).then(() => null, problemOf);
  }

  waitingBackends(): Promise<ReadonlySet<number>> {
    return Promise.resolve(new Set());
  }

  close(): void {
    // The pool is that of the service.
  }
}

/**
 * Tries a write on a server. While one waits for the synchronous standby there is no second: its backend waits with it.
 */
export class WriteCheck implements WriteTrial {
  server: string | null = null;
  private client: DatabaseClient | null = null;
  /** The backend whose commit waits. */
  private waitingPid: number | null = null;

  /** `connect` makes a client that is not connected. */
  constructor(private readonly connect: () => DatabaseClient) {}

  async run(fillsDisk: boolean): Promise<WriteProblem | null> {
    try {
      if (this.waitingPid !== null) return await this.lookAgain();
      return await this.tryWrite((this.client ??= await this.opened()), fillsDisk);
    } catch (error) {
      this.drop();
      return problemOf(error);
    }
  }

  /** Reads the waiting backends by a new connection. */
  async waitingBackends(): Promise<ReadonlySet<number>> {
    const client = await this.opened();
    try {
      const { rows } = await answered(client.query<{ pid: number }>(WAITING));
      return new Set(rows.map(({ pid }) => pid));
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  close(): void {
    this.drop();
  }

  private async tryWrite(client: DatabaseClient, fillsDisk: boolean): Promise<WriteProblem | null> {
    const results = (await answered(client.query(BEGIN))) as unknown as QueryResult<ServerState>[];
    const state = results[1]?.rows[0];
    if (state === undefined) return 'does_not_answer';
    if (state.isStandby || state.isReadOnly) throw new NotWritable(state.isStandby ? 'standby' : 'read-only');
    this.server = state.server;
    if (fillsDisk) await this.fill(client);
    await answered(client.query(WRITE));
    return this.commit(client, state);
  }

  private async fill(client: DatabaseClient): Promise<void> {
    await answered(client.query('SAVEPOINT empty'));
    await answered(client.query(FILL));
    await answered(client.query('ROLLBACK TO SAVEPOINT empty'));
  }

  private async commit(client: DatabaseClient, state: ServerState): Promise<WriteProblem | null> {
    const committed = client.query('COMMIT').then(() => true);
    committed.then(
      () => (this.waitingPid = null),
      () => (this.waitingPid = null),
    );
    if ((await inTime(committed, COMMIT_LIMIT_MS)) === true) return null;
    if (!state.isSynchronous) {
      this.drop();
      return 'does_not_answer';
    }
    this.waitingPid = state.pid;
    return 'synchronous_standby_away';
  }

  /** The commit still waits, unless its server is gone or another one is the primary. */
  private async lookAgain(): Promise<WriteProblem | null> {
    const waiting = await this.waitingBackends();
    if (this.waitingPid === null) return null;
    if (waiting.has(this.waitingPid)) return 'synchronous_standby_away';
    this.drop();
    return 'does_not_answer';
  }

  private async opened(): Promise<DatabaseClient> {
    const client = this.connect();
    await client.connect();
    return client;
  }

  private drop(): void {
    const { client } = this;
    this.client = null;
    this.waitingPid = null;
    // Does not wait for the answer of a server that may have none.
    if (client !== null) client.abandon();
  }
}

function problemOf(error: unknown): WriteProblem {
  if (error instanceof NotWritable) return error.reason === 'standby' ? 'standby' : 'read_only';
  const code = errorCode(error);
  if (code === DISK_FULL) return 'disk_full';
  if (code === READ_ONLY) return 'read_only';
  return 'does_not_answer';
}

/** Throws when there is no answer in time. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  let failure: unknown = new Error('Query read timeout');
  const result = await inTime(
    answer.catch((error: unknown) => {
      failure = error;
      throw error;
    }),
    ANSWER_LIMIT_MS,
  );
  if (result === null) throw failure;
  return result;
}

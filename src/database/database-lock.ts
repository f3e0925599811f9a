import { escapeLiteral, type Client } from 'pg';
import { inTime } from '../common/deadline';
import { DatabaseClient, type DatabaseClientConfig } from './database-client';

/**
 * For the first statement of a transaction that may be idle for long; ends with it, because a pooler such as PgBouncer
 * then gives the connection to others. With keep-alives the server notices within a minute that the client is gone.
 * `transaction_timeout` came with PostgreSQL 17.
 */
export const UNLIMITED_TRANSACTION = `
SET LOCAL tcp_keepalives_idle = 20;
SET LOCAL tcp_keepalives_interval = 10;
SET LOCAL tcp_keepalives_count = 3;
SELECT set_config(s.name, '0', true) FROM pg_settings s
WHERE s.name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** The first half of the keys, so that they differ from other advisory locks on the server. */
const KEY_SPACE = 72_707_371;
const ANSWER_TIMEOUT_MS = 5_000;

const BEGIN = `BEGIN; ${UNLIMITED_TRANSACTION}`;

const tryLock = (name: string): string =>
  `SELECT pg_try_advisory_xact_lock(${KEY_SPACE}, hashtext(${escapeLiteral(name)})) AS locked`;

/** In `pg_locks` the halves of the key are unsigned; `objsubid` 2 says that there are two of them. */
const findLock = (name: string): string => `
SELECT EXISTS (
  SELECT FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.pid = pg_backend_pid() AND l.granted
    AND l.classid::bigint = ${KEY_SPACE} AND l.objid::bigint = (hashtext(${escapeLiteral(name)})::bigint & 4294967295)
) AS locked`;

/** A name that one process at a time holds, of all that share the database. */
export interface DatabaseLock {
  /** False once the connection that holds it is lost: then another process may have it. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Locks by name within this process: the embedded database belongs to one process. */
export class ProcessLocks {
  private readonly held = new Map<string, DatabaseLock>();

  take(name: string): DatabaseLock | null {
    if (this.held.has(name)) return null;
    const isHeld = () => this.held.get(name) === lock;
    const lock: DatabaseLock = {
      isHeld: () => Promise.resolve(isHeld()),
      release: () => {
        if (isHeld()) this.held.delete(name);
        return Promise.resolve();
      },
    };
    this.held.set(name, lock);
    return lock;
  }
}

/**
 * Takes a name on a server; null if it is taken. The lock ends with a transaction on a separate connection, which a
 * pooler such as PgBouncer then gives to no other client. Between statements it has neither an id nor a snapshot, so
 * it holds back neither vacuum nor the change feed.
 */
export async function lockOnServer(config: DatabaseClientConfig, name: string): Promise<DatabaseLock | null> {
  const client = new DatabaseClient({ ...config, query_timeout: ANSWER_TIMEOUT_MS });
  await client.connect();
  try {
    await client.query(BEGIN);
    if (await isTrue(client, tryLock(name))) return new ServerLock(client, name);
  } catch (error) {
    await closed(client);
    throw error;
  }
  await closed(client);
  return null;
}

class ServerLock implements DatabaseLock {
  private closing: Promise<void> | null = null;

  constructor(
    private readonly client: Client,
    private readonly name: string,
  ) {}

  async isHeld(): Promise<boolean> {
    if (this.closing) return false;
    const held = await isTrue(this.client, findLock(this.name)).catch(() => false);
    // Closes a connection that does not answer in time, so that it does not keep the lock.
    if (!held) await this.release();
    return held;
  }

  release(): Promise<void> {
    this.closing ??= closed(this.client);
    return this.closing;
  }
}

/** A statement with parameters would keep its snapshot until the next one, and so hold back vacuum. */
async function isTrue(client: Client, statement: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(statement);
  return rows[0]?.locked === true;
}

/** Waits until the server has released the lock and closed the connection, but not for an unreachable server. */
async function closed(client: Client): Promise<void> {
  const rollback = client.query('ROLLBACK').catch(() => undefined);
  await inTime(
    rollback.then(() => client.end()),
    ANSWER_TIMEOUT_MS,
  );
}

// SQL: the database's clock and advisory locks; the other statements are those of callers.
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, QueryResult } from 'pg';
import { AsyncContext } from '../common/async-context';
import { Env } from '../config/env';
import { type Prisma, PrismaClient } from '../generated/prisma/client';
import { hostDatabase, type DatabaseHost } from './database-host';
import { lockOnServer, ProcessLocks, type DatabaseLock } from './database-lock';
import { openPool, type DatabaseConfig } from './pool';
import { DatabaseClient } from './database-client';
import { DatabaseWrites } from './database-writes';
import { isWrite, isWriteOperation, type WriteProblem } from './refused-writes';
import { PoolWriteCheck, WriteCheck } from './write-check';
import { ReplicationStatus, type Replication } from './replication';
import { openSnapshot, type Snapshot } from './snapshot';
import { sql, type Sql } from './sql';
import { tracedModelCall, tracedStatement, tracedTransaction } from './statement-span';

const TRANSACTION_WAIT_MS = 10_000;

/**
 * Prisma writes a list as one parameter a value, so that each length is another statement. Long ones are not kept
 * prepared.
 */
const MOST_NAMED_VALUES = 50;

/** How a statement begins that is not kept prepared in a transaction. */
const ONCE = '/* once */';

/** Model access, inside the running transaction where there is one. */
export type Models = Omit<Prisma.TransactionClient, '$queryRaw' | '$executeRaw'>;

/** What is collected in a transaction, and written before it commits. */
export interface TransactionPart<State> {
  begin(): State;
  end(state: State): Promise<void>;
}

type OpenParts = Map<TransactionPart<unknown>, unknown>;

/** The service's database: one pool, one Prisma client, and transactions that reach every repository. */
export class PrismaService {
  private readonly current = new AsyncContext<Prisma.TransactionClient>();
  private readonly parts = new WeakMap<Prisma.TransactionClient, OpenParts>();
  private readonly processLocks = new ProcessLocks();
  private hasCitus: boolean | null = null;
  private readonly status = new ReplicationStatus((statement) => this.query(statement));

  private constructor(
    private readonly pool: Pool,
    private readonly prisma: PrismaClient,
    private readonly env: Env,
    /** Null: statements are not prepared. */
    private readonly nameOf: ((text: string) => string) | null,
    private readonly beside: { host: DatabaseHost | null; writes: DatabaseWrites },
  ) {}

  /**
   * Connects (and starts the embedded database if the settings name no other) and migrates. `onError` is called when an
   * idle connection breaks, `onCrash` when the embedded database fails.
   */
  static async open(
    env: Env,
    onError: (error: Error) => void,
    onCrash: (error: Error) => void = onError,
  ): Promise<PrismaService> {
    return PrismaService.attach(env, onError, await hostDatabase(env, onCrash));
  }

  /** Connects to a migrated database. If `host` is given, it stops with the connections. */
  static attach(env: Env, onError: (error: Error) => void, host: DatabaseHost | null = null): PrismaService {
    const pool = openPool(env, onError);
    const nameOf = env.DATABASE_PREPARED_STATEMENTS ? statementNames() : null;
    const adapter = new PrismaPg(
      pool,
      nameOf === null
        ? {}
        : {
            statementNameGenerator: ({ sql: text, args }) =>
              args.length > MOST_NAMED_VALUES || text.startsWith(ONCE) ? '' : nameOf(text),
          },
    );
    const writes = watchWrites(pool, env.DATABASE_URL !== null);
    return new PrismaService(pool, tracedClient(adapter, writes), env, nameOf, { host, writes });
  }

  get kind(): 'embedded' | 'server' {
    return this.env.DATABASE_URL === null ? 'embedded' : 'server';
  }

  /** Open connections, idle ones, and statements that wait for a connection. */
  get connections(): { total: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  get mostConnections(): number {
    return this.pool.options.max;
  }

  get isInTransaction(): boolean {
    return this.current.get() !== undefined;
  }

  /** Prisma's typed models; their calls are part of the running transaction, if there is one. */
  get models(): Models {
    return this.client;
  }

  /** Rows of a statement. Cast 8-byte integers and numerics: the driver and Prisma read them differently. */
  async query<Row>(statement: Sql): Promise<Row[]> {
    this.beside.writes.passIf(() => isWrite(statement.sql));
    const transaction = this.current.get();
    return tracedStatement(statement, async () =>
      transaction ? transaction.$queryRaw<Row[]>(statement) : ((await this.send(statement)).rows as Row[]),
    );
  }

  /** Runs a statement whose text seldom repeats: no connection keeps it prepared. */
  async queryOnce<Row>(statement: Sql): Promise<Row[]> {
    if (this.current.get()) return this.query<Row>(sql`/* once */ ${statement}`);
    this.beside.writes.passIf(() => isWrite(statement.sql));
    const { text, values } = statement;
    return tracedStatement(statement, async () => (await this.pool.query({ text, values })).rows as Row[]);
  }

  /** Runs a statement; the number of rows it touched. */
  async execute(statement: Sql): Promise<number> {
    this.beside.writes.passIf(() => true);
    const transaction = this.current.get();
    return tracedStatement(statement, async () =>
      transaction ? transaction.$executeRaw(statement) : ((await this.send(statement)).rowCount ?? 0),
    );
  }

  /**
   * Runs `work` in one transaction, which every query made inside it joins. A transaction within another
   * is part of it. Nothing inside may wait for anything but the database.
   */
  transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.current.get()) return work();
    const limits = { maxWait: TRANSACTION_WAIT_MS, timeout: this.env.DATABASE_STATEMENT_TIMEOUT_MS };
    return tracedTransaction(() =>
      this.prisma.$transaction((client) => this.current.run(client, () => this.whole(client, work)), limits),
    );
  }

  /** The state that the running transaction collects for `part`, which writes it before the commit. */
  partOf<State>(part: TransactionPart<State>): State {
    const client = this.current.get();
    if (client === undefined) throw new Error('There is no transaction to be a part of');
    const open = this.parts.get(client) ?? (new Map() as OpenParts);
    this.parts.set(client, open);
    if (!open.has(part)) open.set(part, part.begin());
    return open.get(part) as State;
  }

  private async whole<T>(client: Prisma.TransactionClient, work: () => Promise<T>): Promise<T> {
    const result = await work();
    for (const [part, state] of this.parts.get(client) ?? []) await part.end(state);
    return result;
  }

  /** Runs `work` outside the caller's transaction, which must not wait for it: there may be one connection. */
  apart<T>(work: () => Promise<T>): Promise<T> {
    return this.current.exit(work);
  }

  /** Takes a name; null if another process has it. The lock ends with its release, process or connection. */
  async lock(name: string): Promise<DatabaseLock | null> {
    return this.kind === 'embedded' ? this.processLocks.take(name) : lockOnServer(this.pool.options, name);
  }

  /** Takes a name until the running transaction ends, and waits for another transaction that has it. */
  async lockInTransaction(name: string): Promise<void> {
    await this.query(sql`
      SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))) AS l`);
  }

  /** The database as it is now, until the snapshot is closed. For a database server: the embedded one has one session. */
  async snapshot(): Promise<Snapshot> {
    if (this.kind === 'embedded') throw new Error('The embedded database has no snapshots');
    return openSnapshot(this.pool.options);
  }

  /** The time of the database's clock, in whole milliseconds. */
  async now(): Promise<Date> {
    const [row] = await this.query<{ now: Date }>(
      sql`SELECT date_trunc('milliseconds', clock_timestamp()) AS now`,
    );
    if (row === undefined) throw new Error('The database did not return its time');
    return row.now;
  }

  /** Whether tables may be spread over servers (docs/adr/0077). An extension that comes later is seen after a restart. */
  async isDistributed(): Promise<boolean> {
    this.hasCitus ??=
      (await this.query(sql`SELECT 1 AS one FROM pg_extension WHERE extname = 'citus'`)).length > 0;
    return this.hasCitus;
  }

  /** Throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.query(sql`SELECT 1 AS one`);
  }

  /** Why the database takes no writes; null if it does. Tries one, at most once a second. */
  writeProblem(): Promise<WriteProblem | null> {
    return this.beside.writes.check();
  }

  /** Null for the embedded database, and if a server does not answer in time. */
  async replication(): Promise<Replication | null> {
    return this.kind === 'embedded' ? null : this.status.read();
  }

  async close(): Promise<void> {
    this.beside.writes.close();
    await this.prisma.$disconnect();
    await this.pool.end();
    await this.beside.host?.stop();
  }

  /** Straight to the driver, which costs a quarter of the way through Prisma (docs/adr/0005). */
  private send(statement: Sql): Promise<QueryResult> {
    const { text, values } = statement;
    return this.pool.query({ name: this.nameOf?.(text), text, values });
  }

  private get client(): Prisma.TransactionClient {
    return this.current.get() ?? this.prisma;
  }
}

function watchWrites(pool: Pool, isServer: boolean): DatabaseWrites {
  const config = pool.options as DatabaseConfig;
  const check = isServer ? new WriteCheck(() => new DatabaseClient(config)) : new PoolWriteCheck(pool);
  return new DatabaseWrites(pool, check, () => config.finder?.forget());
}

function tracedClient(adapter: PrismaPg, writes: DatabaseWrites): PrismaClient {
  const client = new PrismaClient({ adapter }).$extends({
    query: {
      $allModels: {
        $allOperations: ({ model, operation, args, query }) => {
          writes.passIf(() => isWriteOperation(operation));
          return tracedModelCall(model, operation, () => query(args));
        },
      },
    },
  });
  // The extension changes no method or result; only its type lacks `$on`, which is not used here.
  return client as unknown as PrismaClient;
}

/** One name for each statement text, so that a connection parses and plans each statement once. */
function statementNames(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = `q${names.size}`;
    names.set(text, name);
    return name;
  };
}

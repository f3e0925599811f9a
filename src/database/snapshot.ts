import { inTime } from '../common/deadline';
import type { Prisma } from '../generated/prisma/client';
import { DatabaseClient, type DatabaseClientConfig } from './database-client';
import { UNLIMITED_TRANSACTION } from './database-lock';
import { tracedStatement } from './statement-span';

const CLOSE_TIMEOUT_MS = 5_000;
/** The server reports its own time-out first. */
const ANSWER_MARGIN_MS = 5_000;

/** The snapshot is that of its first query. The reader may be slow, so it may be idle between two statements. */
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${UNLIMITED_TRANSACTION}`;

export interface Reader {
  query<Row>(statement: Prisma.Sql): Promise<Row[]>;
}

/** The database as it was at one instant. */
export interface Snapshot extends Reader {
  close(): Promise<void>;
}

/**
 * Opens a snapshot on a separate connection of a database server. It blocks no statement of others, but until it is
 * closed, the server keeps the rows that they replace or delete, as it does for `pg_dump`.
 */
export async function openSnapshot(config: DatabaseClientConfig): Promise<Snapshot> {
  const timeout = Number(config.statement_timeout);
  const client = new DatabaseClient({
    ...config,
    query_timeout: timeout > 0 ? timeout + ANSWER_MARGIN_MS : undefined,
  });
  const close = async (): Promise<void> => void (await inTime(client.end(), CLOSE_TIMEOUT_MS));
  try {
    await client.connect();
    await client.query(BEGIN);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    query: <Row>(statement: Prisma.Sql) =>
      tracedStatement(statement, async () => {
        const { text, values } = statement;
        return (await client.query({ text, values })).rows as Row[];
      }),
    close,
  };
}

import { randomUUID } from 'node:crypto';
import { namespaceVersion } from '../../src/backend/embedded/namespace-version';
import type { PrismaService } from '../../src/database/prisma.service';
import { sql } from '../../src/database/sql';
import type { ChangeFeed, FeedCursor, NamespaceVersion } from '../../src/retrieval/change-feed';
import type { WholeBackend } from './backend';
import { eventually } from './eventually';
import { aMemory, START } from './memories';

/** Returns once every transaction until now counts as finished: others of the server, however far, hold that up. */
export async function settled(database: Pick<PrismaService, 'query'>): Promise<void> {
  const [now] = await database.query<{ xid: string }>(sql`SELECT pg_current_xact_id()::text AS xid`);
  const asked = sql`
    SELECT pg_snapshot_xmin(pg_current_snapshot()) > ${now?.xid ?? ''}::text::xid8 AS is_settled`;
  await eventually(
    () => database.query<{ is_settled: boolean }>(asked),
    ([snapshot]) => snapshot?.is_settled === true,
  );
}

/** As a look-up of the session tells it. Null when there is no such namespace. */
export async function namespaceVersionOf(
  database: PrismaService,
  namespace: string,
): Promise<NamespaceVersion | null> {
  const [row] = await database.query<{ version: NamespaceVersion | null }>(sql`
    SELECT ${namespaceVersion(sql`asked.name`)} AS version FROM (SELECT ${namespace}::text AS name) AS asked`);
  return row?.version ?? null;
}

export async function startOf(feed: ChangeFeed, namespace: string): Promise<FeedCursor> {
  const cursor = await feed.start(namespace);
  if (!cursor) throw new Error(`No namespace ${namespace}`);
  return cursor;
}

/** Stores memories of these contents in one transaction; their ids. */
export async function storeContents(
  backend: WholeBackend,
  namespace: string,
  contents: readonly string[],
): Promise<string[]> {
  const memories = contents.map((content) => aMemory({ content }));
  await backend.store(namespace, memories, { dedupe: false });
  return memories.map(({ id }) => id);
}

/** Sweeps `ms` after the start by a policy that lets facts live for two milliseconds. */
export async function sweepFacts(backend: WholeBackend, namespace: string, ms: number): Promise<void> {
  const policy = { rules: [], retention: { fact: 2 } };
  const at = new Date(START + ms);
  await backend.sweep(namespace, { sweepId: randomUUID(), policy, at, dryRun: false, cap: null });
}

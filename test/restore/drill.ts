import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { Env } from '../../src/config/env';
import type { Sql } from '../../src/database/sql';
import { TEST_SECRET_KEY } from '../support/database-store';
import { eventually } from '../support/eventually';
import { settled } from '../support/feed';
import { OwnPostgres } from '../support/own-postgres';
import { startService, type ServiceProcess } from '../support/service-process';
import { AgentCalls, type Receipt } from './agent-calls';

const AGENT = 'restored';
/** Memories of each part. An index of 1,000 has a segment in the database, which the restored database has too. */
const BEFORE = 1_000;
const MEANWHILE = 150;
const LOST = 40;
const WRITERS = 8;
/** Whose memories are forgotten before the instant that is restored, and after it. */
const EARLY = 'Alice Smith';
const LATE = 'Robert Jones';

type AtEnd = (work: () => Promise<unknown>) => void;

interface Written {
  id: string;
  /** A query that finds this memory before all others. */
  word: string;
}

/** What there was at the instant, and what happened after it. */
export interface Loss {
  instant: string;
  kept: Written[];
  lost: Written[];
  deleted: Written[];
  early: Receipt;
  late: Receipt;
  /** Lines of an export from before either was forgotten. */
  exported: string;
}

interface Primary {
  server: OwnPostgres;
  archive: string;
  service: ServiceProcess;
  dataDir: string;
}

export interface Saved {
  backup: OwnPostgres;
  archive: string;
  /** A copy of the folder of receipts, kept elsewhere. */
  receipts: string;
}

/** A service on a database that archives its log: copied while clients write, and lost at the end. */
export async function loseDatabase(atEnd: AtEnd): Promise<{ loss: Loss; saved: Saved }> {
  const primary = await startPrimary(atEnd);
  const agent = await AgentCalls.open(primary.service.url, AGENT);
  const kept = await write(agent, 'first', BEFORE);
  const deleted = await write(agent, 'deleted', 5);
  for (const person of [EARLY, LATE]) await agent.remember(`${person} has the key of the archive`);
  const exported = await agent.exported();
  const [backup, more] = await Promise.all([
    primary.server.baseBackup(),
    write(agent, 'meanwhile', MEANWHILE),
  ]);
  atEnd(() => backup.remove());
  for (const { id } of deleted) await agent.delete(id);
  const early = await agent.forget(EARLY);
  const last = await storeIndex(agent, primary.server);
  const instant = await query<{ now: string }>(primary.server, 'SELECT clock_timestamp()::text AS now');
  const lost = await write(agent, 'late', LOST);
  const late = await agent.forget(LATE);
  assert.equal(late.counts.memories, 1, 'the person was remembered');
  const saved = { backup, archive: primary.archive, receipts: await copyOfReceipts(primary, atEnd) };
  await endOfPrimary(primary);
  return {
    loss: { instant: instant.now, kept: [...kept, ...more, ...last], lost, deleted, early, late, exported },
    saved,
  };
}

/** A server as the lost one was at the instant, without a service. */
export async function restore({ backup, archive }: Saved, instant: string): Promise<OwnPostgres> {
  backup.options = [
    `-c "restore_command=cp ${archive}/%f %p"`,
    `-c "recovery_target_time=${instant}"`,
    '-c recovery_target_action=promote',
  ].join(' ');
  await backup.recover();
  const isWritable = async () =>
    !(await query<{ recovering: boolean }>(backup, 'SELECT pg_is_in_recovery() AS recovering')).recovering;
  await eventually(isWritable, (is) => is);
  return backup;
}

/** The texts in the restored table that name a person, before a service has seen them. */
export async function textsAbout(server: OwnPostgres, person: string): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM memories WHERE content LIKE '%${person}%'`;
  return (await query<{ count: number }>(server, text)).count;
}

/** A service on the restored database, with the receipts that were kept elsewhere. */
export async function startRestored(server: OwnPostgres, saved: Saved, atEnd: AtEnd): Promise<AgentCalls> {
  const dataDir = await newDataDir(atEnd);
  await cp(saved.receipts, join(dataDir, 'receipts'), { recursive: true });
  const service = await startService(settings(dataDir, server), { RATE_LIMIT_PER_MINUTE: '0' });
  atEnd(() => service.kill());
  return AgentCalls.open(service.url, AGENT);
}

/** Recall finds all that was there at the instant and nothing else, and agrees with the table. */
export async function checkRecall(agent: AgentCalls, loss: Loss): Promise<void> {
  const stored = (await agent.all()).map(({ id }) => id);
  assert.deepEqual(stored.sort(), loss.kept.map(({ id }) => id).sort(), 'the table is that of the instant');
  const found = await each(loss.kept, async ({ id, word }) => (await agent.recall(word))[0] === id);
  assert.equal(found.filter(Boolean).length, loss.kept.length, 'recall finds what the table has');
  const gone = [...loss.lost, ...loss.deleted];
  const still = await each(gone, async ({ id, word }) => (await agent.recall(word)).includes(id));
  assert.equal(still.filter(Boolean).length, 0, 'recall finds nothing that was written later or deleted');
}

/** Both persons stay forgotten: no listing or recall has them, and an older export does not bring them back. */
export async function checkForgotten(agent: AgentCalls, loss: Loss): Promise<void> {
  for (const { receipt_id: id } of [loss.early, loss.late]) {
    await eventually(
      () => agent.receipt(id),
      (receipt) => receipt?.state === 'done',
    );
  }
  const { refused } = await agent.bringBack(loss.exported);
  // Both persons, and the memories that were deleted one by one before the instant.
  assert.equal(refused, 2 + loss.deleted.length, 'an older export brings nobody back');
  const texts = (await agent.all()).map(({ content }) => content);
  for (const person of [EARLY, LATE]) {
    assert.deepEqual(
      texts.filter((text) => text.includes(person)),
      [],
      `${person} is forgotten`,
    );
    const found = await agent.recall(`${person} key archive`);
    assert.ok(!found.some((id) => !loss.kept.some((known) => known.id === id)), `recall lacks ${person}`);
  }
}

/** The restored service goes on: what is written now is found. */
export async function checkWrites(agent: AgentCalls): Promise<void> {
  const [written] = await write(agent, 'afterwards', 1);
  assert.equal((await agent.recall(written?.word ?? ''))[0], written?.id, 'recall finds a new memory');
}

export { EARLY, LATE };

async function startPrimary(atEnd: AtEnd): Promise<Primary> {
  const archive = await OwnPostgres.newFolder();
  atEnd(() => rm(archive, { recursive: true }));
  const command = `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`;
  const server = await OwnPostgres.start({ options: `-c archive_mode=on -c "${command}"` });
  atEnd(() => server.remove());
  const dataDir = await newDataDir(atEnd);
  const service = await startService(settings(dataDir, server), { RATE_LIMIT_PER_MINUTE: '0' });
  atEnd(() => service.kill());
  return { server, archive, service, dataDir };
}

/** The log up to here is in the archive; then both processes die and the files of the database are gone. */
async function endOfPrimary({ server, service }: Primary): Promise<void> {
  const { wal } = await query<{ wal: string }>(server, 'SELECT pg_walfile_name(pg_switch_wal()) AS wal');
  const isArchived = async () => {
    const text = 'SELECT last_archived_wal AS wal FROM pg_stat_archiver';
    return ((await query<{ wal: string | null }>(server, text)).wal ?? '') >= wal;
  };
  await eventually(isArchived, (is) => is);
  await service.kill();
  await server.kill();
  await server.remove();
}

/** The restored database has a stored index, too, which lacks what was written after it. */
async function storeIndex(agent: AgentCalls, server: OwnPostgres): Promise<Written[]> {
  // While a transaction from before the deletions runs, such as one of autovacuum, no index is stored, and the next try
  // comes in minutes.
  await settled({ query: async <Row>(statement: Sql) => [await query<Row>(server, statement)] });
  await agent.recall('first');
  const count = async () =>
    (await query<{ count: number }>(server, 'SELECT count(*)::int AS count FROM recall_segments')).count;
  await eventually(count, (segments) => segments > 0);
  return write(agent, 'last', 5);
}

async function copyOfReceipts({ dataDir }: Primary, atEnd: AtEnd): Promise<string> {
  const copy = await newDataDir(atEnd);
  await cp(join(dataDir, 'receipts'), copy, { recursive: true });
  assert.equal((await readdir(copy)).length, 2, 'each run left a receipt');
  return copy;
}

async function newDataDir(atEnd: AtEnd): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ams-'));
  atEnd(() => rm(folder, { recursive: true }));
  return folder;
}

function settings(dataDir: string, server: OwnPostgres): Env {
  const given = { DATA_DIR: dataDir, DATABASE_URL: server.url, PORT: 0, SERVICE_SECRET_KEY: TEST_SECRET_KEY };
  return Object.assign(new Env(), given);
}

function write(agent: AgentCalls, part: string, count: number): Promise<Written[]> {
  const words = Array.from(
    { length: count },
    (_, n) => `${part}x${n}q${Math.random().toString(36).slice(2, 8)}`,
  );
  return each(words, async (word) => ({
    word,
    id: await agent.remember(`Note ${word} of the ${part} part`),
  }));
}

/** Some at a time. */
async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const next = async () => {
    for (const [n, item] of queue) results[n] = await work(item);
  };
  await Promise.all(Array.from({ length: WRITERS }, next));
  return results;
}

async function query<Row>(server: OwnPostgres, statement: string | Sql): Promise<Row> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows[0] as Row;
  } finally {
    await client.end();
  }
}

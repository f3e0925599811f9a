import { Client, escapeIdentifier } from 'pg';
import { namespaceOf } from '../../src/agents/agent';
import { createAgents } from '../support/bare-agents';
import { Cleanup } from '../support/cleanup';
import { runStatement } from '../support/fresh-database';
import { fillMemories } from '../support/memory-filler';
import { seededRandom } from '../support/random';
import { sentenceMaker } from '../support/sentences';
import { startService } from '../support/service-process';
import type { LargeOptions } from './options';
import { sharesOf } from './shares';

const DATABASE = 'memory_large';
const SEED = 20_261_124;
/** Over which the memories were made. */
const DAYS = 100;
const SAMPLE_MS = 1_000;
const AGENTS_AT_ONCE = 1_000;

export interface LoadFigures {
  memories: number;
  seconds: number;
  /** Memories a second in the first and in the last tenth. */
  firstTenth: number;
  lastTenth: number;
  walBytes: number;
  fullPageImages: number;
  checkpoints: number;
}

/** The database of this benchmark, filled if it is empty. The figures are null if an earlier run has filled it. */
export async function prepareDatabase(
  server: string,
  options: LargeOptions,
): Promise<{ databaseUrl: string; load: LoadFigures | null }> {
  const url = new URL(server);
  url.pathname = `/${DATABASE}`;
  const databaseUrl = url.href;
  const found = await runStatement(server, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
  if (found.length > 0) return { databaseUrl, load: null };
  await runStatement(server, `CREATE DATABASE ${escapeIdentifier(DATABASE)}`);
  await migrate(databaseUrl);
  const load = await measureLoad(databaseUrl, () => fill(databaseUrl, options));
  return { databaseUrl, load };
}

/** By a service that ends again. */
async function migrate(databaseUrl: string): Promise<void> {
  const own = new Cleanup();
  try {
    await startService({ databaseUrl }, own);
  } finally {
    await own.run();
  }
}

async function fill(databaseUrl: string, { memories, agents }: LargeOptions): Promise<void> {
  const made = sharesOf(memories, agents).map((count, at) => {
    const agentId = `large-${at + 1}`;
    return { agentId, namespace: namespaceOf(agentId), count };
  });
  for (let from = 0; from < made.length; from += AGENTS_AT_ONCE) {
    await createAgents(databaseUrl, made.slice(from, from + AGENTS_AT_ONCE));
  }
  const random = seededRandom(SEED);
  await fillMemories(databaseUrl, made, sentenceMaker(random), random, DAYS);
}

async function measureLoad(databaseUrl: string, work: () => Promise<void>): Promise<LoadFigures> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const before = await serverCounts(client);
    const watch = watchStored(client);
    await work().finally(watch.stop);
    const samples = await watch.ended;
    const after = await serverCounts(client);
    return {
      ...ratesOf(samples),
      walBytes: after.wal - before.wal,
      fullPageImages: after.images - before.images,
      checkpoints: after.checkpoints - before.checkpoints,
    };
  } finally {
    await client.end();
  }
}

interface Sample {
  /** Milliseconds. */
  at: number;
  stored: number;
}

/** The number of stored memories, every second until it is stopped. */
function watchStored(client: Client): { stop: () => void; ended: Promise<Sample[]> } {
  let isOver = false;
  const sample = async (): Promise<Sample> => {
    const { rows } = await client.query<{ stored: number }>(
      "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('memories', 'seq')::regclass), 0)::float8 AS stored",
    );
    return { at: performance.now(), stored: rows[0]?.stored ?? 0 };
  };
  const watch = async (): Promise<Sample[]> => {
    const samples = [await sample()];
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
      const next = await sample();
      // Vacuum and analyze come after the last memory.
      if (next.stored === 0 || next.stored > (samples.at(-1)?.stored ?? 0)) samples.push(next);
    }
    return samples;
  };
  return { stop: () => void (isOver = true), ended: watch() };
}

function ratesOf(
  samples: readonly Sample[],
): Pick<LoadFigures, 'memories' | 'seconds' | 'firstTenth' | 'lastTenth'> {
  const total = samples.at(-1)?.stored ?? 0;
  // The agents come before the first memory.
  const begun = samples.findLast(({ stored }) => stored === 0) ?? { at: 0, stored: 0 };
  const at = (stored: number): Sample =>
    samples.find((each) => each.stored >= stored) ?? { at: 0, stored: 0 };
  const rate = (from: Sample, to: Sample): number =>
    ((to.stored - from.stored) * 1_000) / Math.max(1, to.at - from.at);
  const last = at(total);
  return {
    memories: total,
    seconds: (last.at - begun.at) / 1_000,
    firstTenth: rate(begun, at(total / 10)),
    lastTenth: rate(at((total * 9) / 10), last),
  };
}

/** Since the server was started first. */
async function serverCounts(client: Client): Promise<{ wal: number; images: number; checkpoints: number }> {
  const { rows } = await client.query<{ wal: number; images: number }>(
    'SELECT wal_bytes::float8 AS wal, wal_fpi::float8 AS images FROM pg_stat_wal',
  );
  const { rows: views } = await client.query<{ isNew: boolean }>(
    `SELECT to_regclass('pg_catalog.pg_stat_checkpointer') IS NOT NULL AS "isNew"`,
  );
  // PostgreSQL 17 moved them.
  const source = views[0]?.isNew
    ? 'num_timed + num_requested FROM pg_stat_checkpointer'
    : 'checkpoints_timed + checkpoints_req FROM pg_stat_bgwriter';
  const { rows: counts } = await client.query<{ count: number }>(
    `SELECT (${source.replace(' FROM', ')::float8 AS count FROM')}`,
  );
  return { wal: rows[0]?.wal ?? 0, images: rows[0]?.images ?? 0, checkpoints: counts[0]?.count ?? 0 };
}

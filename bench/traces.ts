// What recall traces cost: the same recalls on three services, with TRACE=off, ids and full, by short turns:
//   npm run bench -- traces [--embedded] [--database-url URL] [--seconds 4] [--rounds 12] [--connections 4]
//     [--memories 10000] [--no-fail]
// Without --embedded or a URL it starts a PostgreSQL server of its own. A ratio is the median of the rounds, each of which
// compares turns that follow each other. Exits with 1 where the p50 with `ids` is more than 3 % above that with `off`.
import type { Cleanup } from './support/cleanup';
import { createDatabase } from './support/fresh-database';
import { runPhase, type LoadTarget } from './support/load-phase';
import { prepareService } from './support/load-setup';
import { count, databaseUrl, flag, readOptions } from './support/options';
import { percentiles } from './support/percentiles';
import { PROBE_FILE } from './support/process-probe';
import { startService } from './support/service-process';
import { startTemporaryPostgres } from './support/temporary-postgres';
import { textTable } from './support/text-table';

const MODES = ['off', 'ids', 'full'] as const;
type Mode = (typeof MODES)[number];
const WANTED_RATIO = 1.03;
const KIND = 'recall';

const OPTIONS = {
  embedded: flag,
  databaseUrl,
  seconds: count(4),
  rounds: count(12),
  connections: count(4),
  memories: count(10_000),
  noFail: flag,
};

interface Turn {
  p50: number;
  p99: number;
  /** Milliseconds of processor time a request. */
  cpu: number;
  rate: number;
}

interface Target {
  target: LoadTarget;
  bodies: readonly string[];
}

function median(values: readonly number[]): number {
  return percentiles(values).p50;
}

async function turnOf(
  { target, bodies }: Target,
  load: { connections: number; seconds: number },
): Promise<Turn> {
  const result = await runPhase(target, KIND, bodies, load);
  if (result.failures > 0) throw new Error(`${result.failures} recalls failed`);
  const { p50, p99 } = percentiles(result.latencies);
  return {
    p50,
    p99,
    cpu: (result.cpuSeconds * 1000) / result.requests,
    rate: result.requests / result.duration,
  };
}

function reportOf(turns: Readonly<Record<Mode, readonly Turn[]>>): { table: string; ratio: number } {
  const ratioTo = (mode: Mode, of: (turn: Turn) => number) =>
    median(turns[mode].map((turn, round) => of(turn) / of(turns.off[round]!)));
  const rows = MODES.map((mode) => {
    const each = (of: (turn: Turn) => number, digits: number) => median(turns[mode].map(of)).toFixed(digits);
    const ratios = [(t: Turn) => t.p50, (t: Turn) => t.p99, (t: Turn) => t.cpu].map((of) =>
      ratioTo(mode, of).toFixed(3),
    );
    return [mode, each((t) => t.p50, 2), each((t) => t.cpu, 3), each((t) => t.rate, 0), ...ratios];
  });
  const head = ['TRACE', 'p50 ms', 'CPU ms a recall', 'recalls/s', 'p50 to off', 'p99 to off', 'CPU to off'];
  return { table: textTable(head, rows), ratio: ratioTo('ids', (turn) => turn.p50) };
}

export async function main(cleanup: Cleanup): Promise<number> {
  const options = readOptions(OPTIONS);
  const server = options.embedded ? null : (options.databaseUrl ?? (await startTemporaryPostgres(cleanup)));
  const targets = new Map<Mode, Target>();
  for (const mode of MODES) {
    const database = server === null ? null : await createDatabase(server, cleanup);
    const settings = { TRACE: mode };
    const service = await startService({ databaseUrl: database, preload: [PROBE_FILE], settings }, cleanup);
    const { service: target, bodies } = await prepareService(service, options.memories);
    targets.set(mode, { target, bodies: bodies[KIND] });
  }
  const turns: Record<Mode, Turn[]> = { off: [], ids: [], full: [] };
  // The first round warms up.
  for (let round = 0; round <= options.rounds; round++) {
    // Each mode comes first, second and last as often as the others.
    for (let place = 0; place < MODES.length; place++) {
      const mode = MODES[(round + place) % MODES.length]!;
      const turn = await turnOf(targets.get(mode)!, options);
      if (round > 0) turns[mode].push(turn);
    }
  }
  const { table, ratio } = reportOf(turns);
  console.log(table);
  return options.noFail || ratio <= WANTED_RATIO ? 0 : 1;
}

import { hostDatabase } from './database/database-host';
import { endOfDatabase } from './database/end-of-database';
import { announce, onSignal, openLog, stopper, type Program } from './program';
import { checkMachine } from './start-checks';
import { fail } from './start-failure';
import { countForWorkers } from './traffic/rate-limit';
import { MetricsSum } from './workers/metrics-sum';
import { WorkerDidNotStart, WorkerGroup } from './workers/worker-group';

/**
 * Runs a program in several processes behind one port. This first one has the embedded database, hands connections to
 * the others, and starts those anew that end; it serves nothing itself. `entry` is the file that each of them runs.
 */
export function runWorkers(program: Program, entry: string): void {
  void start(program, entry).catch((error: unknown) => fail(`${program.name} did not start`, error));
}

async function start(program: Program, entry: string): Promise<void> {
  const env = program.readEnv();
  await checkMachine(env);
  const log = openLog(env);
  // Before the first worker, which finds everything done.
  const host = await hostDatabase(env, endOfDatabase);
  countForWorkers();
  const workers = new WorkerGroup({
    entry,
    count: env.WORKERS,
    onNews: (text) => log.logger.warn(text, 'Workers'),
    onGivenUp: (reason) => fail(program.name, new Error(reason)),
  });
  new MetricsSum().answerWorkers();
  const stop = async () => {
    await workers.stop(env.SHUTDOWN_GRACE_MS);
    await host.stop();
  };
  onSignal(stopper(stop));
  announce(program, await workers.start().catch(endUnstarted(stop)), env, log);
}

/** A worker has said itself what is wrong, unless it was not given the time. */
function endUnstarted(stop: () => Promise<void>) {
  return async (error: unknown): Promise<never> => {
    const isTold = error instanceof WorkerDidNotStart && error.code === 1;
    await stop().catch(() => undefined);
    if (!isTold) throw error;
    process.exit(1);
  };
}

import type { Env } from './config/env';
import { announce, onSignal, openLog, stopper, type Program, withdraw } from './program';
import { checkMachine, fail } from './start-failure';
import { countForWorkers } from './common/request-counter';
import { MetricsSum } from './workers/metrics-sum';
import { WorkerDidNotStart, WorkerGroup } from './workers/worker-group';

/**
 * Runs a program in several processes behind one port, on a database server. This primary process restarts workers that
 * end, sums their metrics and counts for the rate limit; it serves no requests. `entry` is the file that workers run.
 */
export async function runWorkers(program: Program, env: Env, entry: string): Promise<void> {
  await checkMachine(env);
  const log = openLog(env);
  countForWorkers();
  const workers = new WorkerGroup({
    entry,
    count: env.WORKERS,
    onRestart: (text) => log.logger.warn(text, 'Workers'),
    onGivenUp: (reason) => fail(program.name, new Error(reason)),
  });
  new MetricsSum().answerWorkers();
  const stop = () => {
    withdraw(program, env);
    return workers.stop(env.SHUTDOWN_GRACE_MS);
  };
  onSignal(stopper(stop));
  const address = await workers.start().catch(async (error: unknown) => {
    await stop().catch(() => undefined);
    // A worker that exits with 1 has printed why.
    if (error instanceof WorkerDidNotStart && error.code === 1) process.exit(1);
    throw error;
  });
  announce(program, address, env, log);
}

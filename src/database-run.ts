import 'reflect-metadata';
import './config/env-file';
import { StartProblem } from './common/start-problem';
import { readEnv } from './config/read-env';
import { DatabaseClient } from './database/database-client';
import { endOfDatabase, hostDatabase } from './database/database-host';
import { distribute, type DistributionStep } from './database/distribution';
import { poolConfig } from './database/pool';
import { startFailure } from './start-failure';

const USAGE = 'Usage: npm run database -- distribute [--dry-run]';
const DRY_RUN = '--dry-run';

/** Changes how the database keeps its tables. */
async function main([command, ...options]: readonly string[]): Promise<void> {
  if (command !== 'distribute' || options.some((each) => each !== DRY_RUN)) throw new StartProblem(USAGE);
  const env = readEnv(process.env);
  if (env.DATABASE_URL === null)
    throw new StartProblem('The embedded database has one server: set DATABASE_URL to a Citus coordinator');
  const host = await hostDatabase(env, endOfDatabase);
  const client = new DatabaseClient(poolConfig(env));
  await client.connect();
  try {
    const isTrial = options.includes(DRY_RUN);
    process.stdout.write(report(await distribute(client, isTrial), isTrial));
  } finally {
    await client.end();
    await host.stop();
  }
}

function report(steps: readonly DistributionStep[], isTrial: boolean): string {
  if (steps.length === 0) return 'The tables are distributed already\n';
  const lines = steps.map(({ what, statements }) =>
    isTrial ? `-- ${what}\n${statements.map((each) => `${each};\n`).join('')}` : `${what}: done\n`,
  );
  return lines.join('');
}

void main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`The database was not changed: ${startFailure(error)}\n`);
  process.exit(1);
});

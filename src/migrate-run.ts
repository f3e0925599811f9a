import 'reflect-metadata';
import './config/env-file';
import { readEnv } from './config/read-env';
import { endOfDatabase, hostDatabase } from './database/database-host';
import { startFailure } from './start-failure';

/** Applies the missing migrations and ends, for a rollout whose replicas have MIGRATE_ON_START=false. */
async function main(): Promise<void> {
  const env = Object.assign(readEnv(process.env), { MIGRATE_ON_START: true });
  const host = await hostDatabase(env, endOfDatabase);
  await host.stop();
  process.stdout.write(`${applied(host.applied)}\n`);
}

function applied(names: string[]): string {
  return names.length === 0
    ? 'The database has all migrations'
    : `Migrations applied (${names.length}): ${names.join(', ')}`;
}

void main().catch((error: unknown) => {
  process.stderr.write(`The migrations did not run: ${startFailure(error)}\n`);
  process.exit(1);
});

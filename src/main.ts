import 'reflect-metadata';
// Reads the .env file into the environment.
import './config/config.module';
import cluster from 'node:cluster';
import { createRequire } from 'node:module';
import { PACKAGE } from './config/package';
import { readEnv } from './config/read-env';
import { DatabaseLaunch, endOfDatabase } from './database/database-host';
import { greeting } from './greeting';
import type { Program } from './program';
import type * as RunWorkers from './run-workers';
import type * as Service from './service';
import { checkMachine } from './start-checks';
import { fail } from './start-failure';

const program: Program = {
  name: 'The service',
  service: PACKAGE.name,
  readEnv: () => readEnv(process.env),
  port: 'PORT',
  greeting,
};

void main().catch((error: unknown) => fail(`${program.name} did not start`, error));

async function main(): Promise<void> {
  if (cluster.isWorker) return loadService().runService(program, null);
  const env = program.readEnv();
  if (env.WORKERS > 1) return loadWorkers().runWorkers(program, env, __filename);
  await checkMachine(env);
  // The embedded database starts on another core while this one reads code.
  const launch = await DatabaseLaunch.begin(env, endOfDatabase);
  loadService().runService(program, launch);
}

/** Most of the code. The primary process of several workers does not load it. */
function loadService(): typeof Service {
  return createRequire(__filename)('./service') as typeof Service;
}

/** The code that only the primary process of several workers needs. */
function loadWorkers(): typeof RunWorkers {
  return createRequire(__filename)('./run-workers') as typeof RunWorkers;
}

import 'reflect-metadata';
import './config/env-file';
import cluster from 'node:cluster';
import { createRequire } from 'node:module';
import type * as Application from './app.module';
import type * as ApplicationSetup from './app.setup';
import { PACKAGE } from './config/package';
import { readEnv } from './config/read-env';
import { DatabaseLaunch, endOfDatabase } from './database/database-host';
import { greeting } from './greeting';
import type { Program } from './program';
import type * as RunHttp from './run-http';
import type * as RunWorkers from './run-workers';
import { limitThreads } from './runtime/v8-flags';
import { checkMachine, fail } from './start-failure';

const program: Program = {
  name: 'The service',
  service: PACKAGE.name,
  readEnv: () => readEnv(process.env),
  port: 'PORT',
  greeting,
};

const load = createRequire(__filename);

async function main(): Promise<void> {
  limitThreads();
  if (cluster.isWorker) return runService(null);
  const env = program.readEnv();
  if (env.WORKERS > 1) {
    return (load('./run-workers') as typeof RunWorkers).runWorkers(program, env, __filename);
  }
  await checkMachine(env);
  // The embedded database starts on another core while this one loads code.
  runService(await DatabaseLaunch.begin(env, endOfDatabase));
}

/** Loads most of the code, which the primary process of several workers does without. */
function runService(launch: DatabaseLaunch | null): void {
  const { AppModule } = load('./app.module') as typeof Application;
  const { configureApp } = load('./app.setup') as typeof ApplicationSetup;
  const { runHttp } = load('./run-http') as typeof RunHttp;
  runHttp({ ...program, module: AppModule, configure: configureApp }, launch);
}

void main().catch((error: unknown) => fail(`${program.name} did not start`, error));

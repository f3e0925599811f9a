import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { type DynamicModule, Logger, type LoggerService, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { onPrimaryMessage, sendToPrimary } from './common/process-messages';
import { StartProblem } from './common/start-problem';
import { ProcessState } from './common/process-state';
import type { Env } from './config/env';
import type { DatabaseLaunch } from './database/database-host';
import { LaunchedDatabaseModule } from './database/persistence.module';
import type { RequestObserver } from './observability/observe-requests';
import type { ServiceLogger } from './observability/service-logger';
import { startTracing } from './observability/tracing/start-tracing';
import { announce, onSignal, openLog, type Program, stopper, withdraw } from './program';
import { OwnPrototypesAdapter } from './runtime/own-prototypes.adapter';
import { setV8Flags } from './runtime/v8-flags';
import { checkMachine, fail, listenFailure } from './start-failure';
import { Drain } from './traffic/drain';

/** A program of this project that answers HTTP. */
export interface HttpProgram extends Program {
  module: Type<object>;
  configure(app: NestExpressApplication, logRequest: RequestObserver): void;
}

/** Runs a program until a signal stops it. Ends the process if it cannot start. `launch`: its starting database. */
export function runHttp(program: HttpProgram, launch: DatabaseLaunch | null = null): void {
  void start(program, launch).catch((error: unknown) => fail(`${program.name} did not start`, error));
}

async function start(program: HttpProgram, launch: DatabaseLaunch | null): Promise<void> {
  setV8Flags();
  // Importing the modules has read the .env file into the environment already.
  const env = program.readEnv();
  // Else `main.ts` or the primary process has checked it.
  if (launch === null && cluster.isPrimary) await checkMachine(env);
  const log = openLog(env);
  const stopTracing = startTracing(env, program.service, new Logger('Tracing'));
  const root = rootModule(program, launch);
  const app = await NestFactory.create<NestExpressApplication>(root, new OwnPrototypesAdapter(), {
    bodyParser: false,
    abortOnError: false,
    logger: warningsOnly(log.logger),
  });
  program.configure(app, (request) => log.logger.request(request));
  const drain = new Drain(app.getHttpServer());
  await listen(app, env, program.port);
  app.useLogger(log.logger);
  stopOnSignal(() => {
    if (!cluster.isWorker) withdraw(program, env);
    return stop(app, drain, env.SHUTDOWN_GRACE_MS, log.logger).finally(stopTracing);
  });
  const address = app.getHttpServer().address() as AddressInfo;
  if (cluster.isWorker) joinWorkers(app, address);
  else announce(program, address, env, log);
}

/** Tells the primary process that this worker listens. The primary answers when all do. */
function joinWorkers(app: NestExpressApplication, address: AddressInfo): void {
  onPrimaryMessage(({ kind }) => {
    if (kind === 'all-listen') app.get(ProcessState).serve();
  });
  sendToPrimary({ kind: 'listening', address });
}

/** While it starts, Nest lists every module and route, and logs the stack of the error that `start` throws. */
function warningsOnly(logger: ServiceLogger): LoggerService {
  return {
    log: () => undefined,
    error: () => undefined,
    warn: (message: unknown, ...rest: unknown[]) => logger.warn(message, ...rest),
    fatal: (message: unknown, ...rest: unknown[]) => logger.fatal(message, ...rest),
  };
}

function rootModule({ module }: HttpProgram, launch: DatabaseLaunch | null): DynamicModule {
  return { module, imports: launch ? [LaunchedDatabaseModule.with(launch)] : [] };
}

async function listen(app: NestExpressApplication, env: Env, variable: HttpProgram['port']): Promise<void> {
  try {
    await app.listen(env[variable], env.HOST);
  } catch (error) {
    await app.close();
    const message = listenFailure(error, { HOST: env.HOST, PORT: env[variable] });
    throw new StartProblem(message.replace('set PORT', `set ${variable}`), error);
  }
}

/** Finishes open requests, then writes what is left, and closes the database. */
async function stop(
  app: NestExpressApplication,
  drain: Drain,
  graceMs: number,
  logger: ServiceLogger,
): Promise<void> {
  app.get(ProcessState).stop();
  const cut = await drain.finish(graceMs);
  if (cut > 0) logger.warn(`SHUTDOWN_GRACE_MS was too short for ${cut} requests`);
  await app.close();
}

/**
 * Only the primary process stops a worker: signals such as Ctrl-C reach all processes of a group.
 */
function stopOnSignal(stop: () => Promise<void>): void {
  const stopNow = stopper(stop);
  if (!cluster.isWorker) return onSignal(stopNow);
  onSignal(() => undefined);
  onPrimaryMessage(({ kind }) => {
    if (kind === 'stop') stopNow();
  });
}

import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Env } from './config/env';
import { PACKAGE } from './config/package';
import { reachableUrl } from './greeting';
import { asText, logFormat, standardOutput, type LogFormat } from './observability/log-output';
import type { RequestObserver } from './observability/observe-requests';
import { ServiceLogger } from './observability/service-logger';
import { listenFailure, startFailure } from './start-failure';

/** A program of this project that answers HTTP. */
export interface HttpProgram {
  /** In messages, such as `The service`. */
  name: string;
  module: Type<object>;
  /** Throws when the environment holds a bad setting. */
  readEnv(): Env;
  configure(app: NestExpressApplication, logRequest: RequestObserver): void;
  /** The variable that names the port to listen on. */
  port: 'PORT' | 'BACKEND_SERVER_PORT';
  /** What is printed when it listens, to be read by people. */
  greeting(address: AddressInfo, env: Env): string;
}

const FINISH_TIMEOUT_MS = 10_000;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Node's HTTP server leaves much garbage in the old generation, which V8 by default lets grow to several times
 * what is alive before it collects: under load that is most of the process's memory. This lets it grow by 80 %,
 * at no cost in requests a second (`npm run bench:load`).
 */
const HEAP_GROWTH = '--heap-growing-percent=80';

/** Starts a program, which then runs until it is told to stop. Ends the process when it cannot start. */
export function runHttp(program: HttpProgram): void {
  void start(program).catch((error: unknown) => fail(`${program.name} did not start`, error));
}

async function start(program: HttpProgram): Promise<void> {
  setFlagsFromString(HEAP_GROWTH);
  // Importing the modules has read the .env file into the environment already.
  const env = program.readEnv();
  const app = await NestFactory.create<NestExpressApplication>(program.module, {
    bodyParser: false,
    abortOnError: false,
    // Nest lists every module and route, and logs the stack of what start throws, which is told below.
    logger: ['fatal', 'warn'],
  });
  const format = logFormat(env.LOG_FORMAT, process.stdout.isTTY);
  const logger = openLog(env, format);
  program.configure(app, (request) => logger.request(request));
  await listen(app, env, program.port);
  app.useLogger(logger);
  stopOnSignal(app);
  const address = app.getHttpServer().address() as AddressInfo;
  if (format === 'text') process.stdout.write(program.greeting(address, env));
  else
    logger.log(
      `${PACKAGE.name} ${PACKAGE.version} is listening on ${reachableUrl(address)} (${program.name})`,
    );
}

function openLog(env: Env, format: LogFormat): ServiceLogger {
  const output = standardOutput();
  return new ServiceLogger(env.LOG_LEVEL, format === 'text' ? asText(output) : output);
}

async function listen(app: NestExpressApplication, env: Env, variable: HttpProgram['port']): Promise<void> {
  try {
    await app.listen(env[variable], env.HOST);
  } catch (error) {
    await app.close();
    const told = listenFailure(error, { HOST: env.HOST, PORT: env[variable] });
    throw new Error(told.replace('set PORT', `set ${variable}`), { cause: error });
  }
}

/**
 * Requests under way are finished, for as long as is reasonable, and the database is closed. A second signal
 * does not wait for that.
 */
function stopOnSignal(app: NestExpressApplication): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => app.getHttpServer().closeAllConnections(), FINISH_TIMEOUT_MS).unref();
    void app.close().then(
      () => process.exit(0),
      (error: unknown) => fail('Stopping failed', error),
    );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
}

function fail(what: string, error: unknown): void {
  process.stderr.write(`${what}: ${startFailure(error)}\n`);
  process.exit(1);
}

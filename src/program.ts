import type { AddressInfo } from 'node:net';
import { removeAddressFile, writeAddressFile } from './address-file';
import type { Env } from './config/env';
import { PACKAGE } from './config/package';
import { reachableUrl } from './greeting';
import {
  asText,
  logFormat,
  standardOutput,
  ServiceLogger,
  type LogFormat,
} from './observability/service-logger';
import { fail } from './start-failure';

/** A program of this project that answers HTTP, as the person who starts it sees it. */
export interface Program {
  /** In messages, such as `The service`. */
  name: string;
  /** In traces, where the environment names no other. */
  service: string;
  /** Throws when the environment holds a bad setting. */
  readEnv(): Env;
  /** The variable that names the port to listen on. */
  port: 'PORT' | 'BACKEND_SERVER_PORT';
  /** What is printed when it listens, to be read by people. */
  greeting(address: AddressInfo, env: Env): string;
}

export interface ProgramLog {
  logger: ServiceLogger;
  format: LogFormat;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export function openLog(env: Env): ProgramLog {
  const format = logFormat(env.LOG_FORMAT, process.stdout.isTTY);
  const output = standardOutput();
  return { format, logger: new ServiceLogger(env.LOG_LEVEL, format === 'text' ? asText(output) : output) };
}

/** Prints or logs where the program listens. The service also writes it beside its database, for the command line. */
export function announce(program: Program, address: AddressInfo, env: Env, log: ProgramLog): void {
  if (isService(program)) {
    const fault = writeAddressFile(env.DATA_DIR, reachableUrl(address));
    if (fault !== null) log.logger.warn(`The address file cannot be written to DATA_DIR: ${fault}`);
  }
  if (log.format === 'text') process.stdout.write(program.greeting(address, env));
  else
    log.logger.log(
      `${PACKAGE.name} ${PACKAGE.version} is listening on ${reachableUrl(address)} (${program.name})`,
    );
}

/** The program does not listen any more. */
export function withdraw(program: Program, env: Env): void {
  if (isService(program)) removeAddressFile(env.DATA_DIR);
}

/** The server of the backend protocol has no address file: it may share the folder with the service. */
function isService({ port }: Program): boolean {
  return port === 'PORT';
}

/** Calls the listener on SIGTERM and SIGINT. */
export function onSignal(listener: () => void): void {
  for (const signal of SIGNALS) process.on(signal, listener);
}

/** Returns a function that stops the program and ends it with 0; a second call ends it at once. */
export function stopper(stop: () => Promise<void>): () => void {
  let stopping = false;
  return () => {
    if (stopping) process.exit(1);
    stopping = true;
    void stop().then(
      () => process.exit(0),
      (error: unknown) => fail('Stopping failed', error),
    );
  };
}

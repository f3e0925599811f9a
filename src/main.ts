import 'reflect-metadata';
import cluster from 'node:cluster';
import { createRequire } from 'node:module';
// Reads the .env file into the environment.
import './config/config.module';
import { PACKAGE } from './config/package';
import { readEnv } from './config/read-env';
import { greeting } from './greeting';
import type { Program } from './program';
import type * as Service from './service';
import { runWorkers } from './run-workers';

const program: Program = {
  name: 'The service',
  service: PACKAGE.name,
  readEnv: () => readEnv(process.env),
  port: 'PORT',
  greeting,
};

if (cluster.isPrimary && wantsWorkers()) runWorkers(program, __filename);
else loadService().runService(program);

/** A bad setting is told by whoever serves. */
function wantsWorkers(): boolean {
  try {
    return program.readEnv().WORKERS > 1;
  } catch {
    return false;
  }
}

/** Most of the code, which the first process of several does without. */
function loadService(): typeof Service {
  return createRequire(__filename)('./service') as typeof Service;
}

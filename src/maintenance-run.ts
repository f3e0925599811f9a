import 'reflect-metadata';
import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppConfigModule } from './config/config.module';
import { PACKAGE } from './config/package';
import { NO_MODEL } from './config/env-choices';
import { readEnv } from './config/read-env';
import { DataDirInUse } from './database/data-dir';
import { PersistenceModule } from './database/persistence.module';
import { tallyText } from './maintenance/maintenance-run';
import { MaintenanceModule } from './maintenance/maintenance.module';
import { MaintenanceService, type RunResult } from './maintenance/maintenance.service';
import { startTracing } from './observability/tracing/start-tracing';
import { startFailure } from './start-failure';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** The parts of the service that maintenance needs: it listens on no port, and has no schedule. */
@Module({ imports: [AppConfigModule.forRoot(), PersistenceModule, MaintenanceModule] })
class MaintenanceCommand {}

/** Runs maintenance once, whatever the schedule says, and ends: 0 when all of it is done or another process does it. */
async function main(): Promise<void> {
  embedNothing();
  const stopTracing = startTracing(readEnv(process.env), PACKAGE.name, new Logger('Tracing'));
  const app = await NestFactory.create(MaintenanceCommand, {
    abortOnError: false,
    logger: ['fatal', 'warn'],
  });
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= app.close().finally(stopTracing));
  // It stops before the next piece of work; the next run does the rest.
  for (const signal of SIGNALS) process.once(signal, () => void close());
  try {
    // It does not listen, but some parts need an HTTP server.
    await app.init();
    const result = await app.get(MaintenanceService).runNow();
    process.stdout.write(`${resultText(result)}\n`);
    if (!isDone(result)) process.exitCode = 1;
  } finally {
    await close();
  }
}

/** The model of the embeddings need not be at hand: nothing is stored. */
function embedNothing(): void {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('EMBEDDINGS_')) process.env[name] = '';
  }
  process.env.EMBEDDINGS_MODEL_PATH = NO_MODEL;
}

function isDone(result: RunResult): boolean {
  return result.kind === 'busy' || (result.kind === 'finished' && result.tally.errors.length === 0);
}

function resultText(result: RunResult): string {
  switch (result.kind) {
    case 'busy':
      return 'Maintenance is being done by another process';
    case 'stopped':
      return 'Maintenance stopped half-way: the next run does the rest';
    case 'finished':
      return `Maintenance finished (${tallyText(result.tally)})`;
  }
}

function failure(error: unknown): string {
  if (!(error instanceof DataDirInUse)) return startFailure(error);
  return (
    'the service is running on this DATA_DIR, and its embedded database takes one process at a time. ' +
    'The running service does maintenance by itself; to do it now, stop the service first'
  );
}

void main().catch((error: unknown) => {
  process.stderr.write(`Maintenance did not run: ${failure(error)}\n`);
  process.exit(1);
});

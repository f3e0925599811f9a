import 'reflect-metadata';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppConfigModule } from './config/config.module';
import { Env } from './config/env';
import { DataDirInUse } from './database/data-dir';
import { PersistenceModule } from './database/persistence.module';
import { startFailure } from './start-failure';
import { TransferModule } from './transfer/transfer.module';

/** The parts of the service that exports and imports need: it listens on no port. */
@Module({ imports: [AppConfigModule.forRoot(), PersistenceModule, TransferModule] })
class TransferCommand {}

export interface TransferCommandLine<Arguments> {
  name: string;
  /** What `--help` prints. */
  usage: string;
  /** Throws on unknown arguments. */
  read: (args: string[]) => Arguments;
  /** Returns false if something could not be done. */
  work: (app: INestApplicationContext, args: Arguments) => Promise<boolean>;
}

/**
 * Runs a command on the database of the settings. Prints an error to the standard error output. The process ends with 0
 * if `work` returns true.
 */
export function runTransfer<Arguments>(command: TransferCommandLine<Arguments>): void {
  const { name, usage, read, work } = command;
  const given = process.argv.slice(2);
  if (given.includes('--help') || given.includes('-h')) {
    process.stdout.write(usage);
    return;
  }
  const run = async () => {
    const args = read(given);
    return inApplication((app) => work(app, args));
  };
  void run().then(
    (isDone) => {
      if (!isDone) process.exitCode = 1;
    },
    (error: unknown) => {
      process.stderr.write(`The ${name} failed: ${failure(error, name)}\n`);
      process.exit(1);
    },
  );
}

async function inApplication(work: (app: INestApplicationContext) => Promise<boolean>): Promise<boolean> {
  const app = await NestFactory.createApplicationContext(TransferCommand, {
    abortOnError: false,
    logger: false,
  });
  try {
    if (app.get(Env).BACKEND_MODE !== 'embedded') {
      throw new Error('the memories are in the backend server of BACKEND_MODE: back that one up');
    }
    return await work(app);
  } finally {
    await app.close();
  }
}

/**
 * The file that is named as an argument or by an option; null for none, and for `-`. Throws if more than one file is
 * named.
 */
export function fileArgument(positionals: readonly string[], option: string | undefined): string | null {
  const [file = '-', ...more] = option === undefined ? positionals : [option, ...positionals];
  if (more.length > 0) throw new Error(`more than one file is named: ${[file, ...more].join(', ')}`);
  return file === '-' ? null : file;
}

function failure(error: unknown, name: string): string {
  if (!(error instanceof DataDirInUse)) return startFailure(error);
  return (
    'the service is running on this DATA_DIR, and its embedded database takes one process at a time. ' +
    `Stop the service for the ${name}`
  );
}

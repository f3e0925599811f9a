import cluster from 'node:cluster';
import { Global, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Env } from '../config/env';
import { Database } from './database';
import { endOfDatabase } from './end-of-database';

@Injectable()
class DatabaseCloser implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}

/** A worker of several uses the database that the first process hosts. */
async function openDatabase(env: Env): Promise<Database> {
  const logger = new Logger('Database');
  const onError = (error: Error) => logger.error(`Database connection lost: ${error.message}`);
  return cluster.isWorker ? Database.attach(env, onError) : Database.open(env, onError, endOfDatabase);
}

@Global()
@Module({
  providers: [
    {
      provide: Database,
      useFactory: openDatabase,
      inject: [Env],
    },
    DatabaseCloser,
  ],
  exports: [Database],
})
export class DatabaseModule {}

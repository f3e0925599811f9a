import {
  type DynamicModule,
  Global,
  Injectable,
  Logger,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { MemoryClock } from '../common/memory-clock';
import { Env } from '../config/env';
import { Database } from './database';
import { DatabaseClock } from './database-clock';
import { DatabaseLaunch, endOfDatabase } from './database-host';

@Injectable()
class DatabaseCloser implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}

async function openDatabase(env: Env, launch?: DatabaseLaunch): Promise<Database> {
  const logger = new Logger('Database');
  const onError = (error: Error) => logger.error(`Database connection lost: ${error.message}`);
  return launch
    ? Database.attach(env, onError, await launch.hosted)
    : Database.open(env, onError, endOfDatabase);
}

@Global()
@Module({
  providers: [
    {
      provide: Database,
      useFactory: openDatabase,
      inject: [Env, { token: DatabaseLaunch, optional: true }],
    },
    { provide: MemoryClock, useClass: DatabaseClock },
    DatabaseCloser,
  ],
  exports: [Database, MemoryClock],
})
export class DatabaseModule {}

/** Provides a database that the program started before its modules. */
@Global()
@Module({})
export class LaunchedDatabaseModule {
  static with(launch: DatabaseLaunch): DynamicModule {
    const provider = { provide: DatabaseLaunch, useValue: launch };
    return { module: LaunchedDatabaseModule, providers: [provider], exports: [DatabaseLaunch] };
  }
}

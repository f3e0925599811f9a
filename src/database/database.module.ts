import { Global, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Env } from '../config/env';
import { Database } from './database';

@Injectable()
class DatabaseCloser implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  onApplicationShutdown(): Promise<void> {
    return this.database.close();
  }
}

@Global()
@Module({
  providers: [
    {
      provide: Database,
      useFactory: (env: Env) => {
        const logger = new Logger('Database');
        return Database.open(env, (error) => logger.error(`Database connection lost: ${error.message}`));
      },
      inject: [Env],
    },
    DatabaseCloser,
  ],
  exports: [Database],
})
export class DatabaseModule {}

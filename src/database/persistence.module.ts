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
import { AgentOverrides } from './agent-overrides';
import { PrismaService } from './prisma.service';
import { DatabaseClock } from './database-clock';
import { DatabaseLaunch, endOfDatabase } from './database-host';

@Injectable()
class DatabaseCloser implements OnApplicationShutdown {
  constructor(private readonly prisma: PrismaService) {}

  onApplicationShutdown(): Promise<void> {
    return this.prisma.close();
  }
}

async function openDatabase(env: Env, launch?: DatabaseLaunch): Promise<PrismaService> {
  const logger = new Logger('Database');
  const onError = (error: Error) => logger.error(`Database connection lost: ${error.message}`);
  return launch
    ? PrismaService.attach(env, onError, await launch.hosted)
    : PrismaService.open(env, onError, endOfDatabase);
}

@Global()
@Module({
  providers: [
    {
      provide: PrismaService,
      useFactory: openDatabase,
      inject: [Env, { token: DatabaseLaunch, optional: true }],
    },
    { provide: MemoryClock, useClass: DatabaseClock },
    AgentOverrides,
    DatabaseCloser,
  ],
  exports: [AgentOverrides, PrismaService, MemoryClock],
})
export class PersistenceModule {}

/** Provides a database that the program started before its modules. */
@Global()
@Module({})
export class LaunchedDatabaseModule {
  static with(launch: DatabaseLaunch): DynamicModule {
    const provider = { provide: DatabaseLaunch, useValue: launch };
    return { module: LaunchedDatabaseModule, providers: [provider], exports: [DatabaseLaunch] };
  }
}

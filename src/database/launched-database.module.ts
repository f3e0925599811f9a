import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DatabaseLaunch } from './database-launch';

/** For a program that began to bring up its database before its modules: they use that one. */
@Global()
@Module({})
export class LaunchedDatabaseModule {
  static with(launch: DatabaseLaunch): DynamicModule {
    const provider = { provide: DatabaseLaunch, useValue: launch };
    return { module: LaunchedDatabaseModule, providers: [provider], exports: [DatabaseLaunch] };
  }
}

import { AppModule } from './app.module';
import { configureApp } from './app.setup';
import type { DatabaseLaunch } from './database/database-host';
import type { Program } from './program';
import { runHttp } from './run-http';

/** Serves in this process. `launch`: as for `runHttp`. */
export function runService(program: Program, launch: DatabaseLaunch | null): void {
  runHttp({ ...program, module: AppModule, configure: configureApp }, launch);
}

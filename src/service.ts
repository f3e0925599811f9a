import { AppModule } from './app.module';
import { configureApp } from './app.setup';
import type { Program } from './program';
import { runHttp } from './run-http';

/** Serves in this process. */
export function runService(program: Program): void {
  runHttp({ ...program, module: AppModule, configure: configureApp });
}

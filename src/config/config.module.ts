import { Global, Module } from '@nestjs/common';
import { Clock } from '../common/clock';
import { ProcessState } from '../common/process-state';
import { Env } from './env';
import './env-file';
import { readEnv } from './read-env';

/** Settings, clock and whether the process is to stop, which every feature may ask for. A `.env` file in the working directory is read too. */
@Global()
@Module({
  providers: [{ provide: Env, useFactory: () => readEnv(process.env) }, Clock, ProcessState],
  exports: [Env, Clock, ProcessState],
})
export class ConfigModule {}

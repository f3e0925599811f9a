import { Global, Module } from '@nestjs/common';
import { ConfigModule as NestConfigModule } from '@nestjs/config';
import { Clock } from '../common/clock';
import { Env, readEnv } from './env';

/** Settings and clock, which every feature may ask for. A `.env` file in the working directory is read too. */
@Global()
@Module({
  imports: [NestConfigModule.forRoot({ cache: true })],
  providers: [{ provide: Env, useFactory: () => readEnv(process.env) }, Clock],
  exports: [Env, Clock],
})
export class ConfigModule {}

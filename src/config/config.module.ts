import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ConfigModule, registerAs } from '@nestjs/config';
import { Clock } from '../common/clock';
import { ProcessState } from '../common/process-state';
import { Env } from './env';
import './env-file';
import { readEnv } from './read-env';

/**
 * The settings as `Env`, the clock and whether the process is to stop, which every feature may inject. The settings are
 * the namespace `env` of `@nestjs/config`.
 */
@Global()
@Module({})
export class AppConfigModule {
  /** `read` gets the environment when the application starts. A command of the service, which loads no module, calls it too. */
  static forRoot(read: typeof readEnv = readEnv): DynamicModule {
    const settings = registerAs('env', () => read(process.env));
    return {
      module: AppConfigModule,
      imports: [
        // `env-file` has read the `.env` file: `main.ts` needs it before it loads Nest.
        ConfigModule.forRoot({ load: [settings], ignoreEnvFile: true, skipProcessEnv: true }),
      ],
      providers: [{ provide: Env, useExisting: settings.KEY }, Clock, ProcessState],
      exports: [Env, Clock, ProcessState],
    };
  }
}

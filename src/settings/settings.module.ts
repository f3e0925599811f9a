import { Module } from '@nestjs/common';
import { Env } from '../config/env';
import { RuntimeSettings } from './runtime-settings.service';
import { SettingsRepository } from './settings.repository';

@Module({
  providers: [
    SettingsRepository,
    {
      provide: RuntimeSettings,
      useFactory: (env: Env, repository: SettingsRepository) => RuntimeSettings.load(env, repository),
      inject: [Env, SettingsRepository],
    },
  ],
  exports: [RuntimeSettings],
})
export class SettingsModule {}

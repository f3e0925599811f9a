import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module';
import { SettingsModule } from '../settings/settings.module';
import { ConfigController } from './config.controller';
import { ConfigService } from './config.service';
import { TemplateStatusController } from './template-status.controller';
import { TemplateStatusService } from './template-status.service';
import { UiSessionsController } from './ui-sessions.controller';
import { UiSessionsRepository } from './ui-sessions.repository';
import { UiSessionsService } from './ui-sessions.service';
import { UiStateRepository } from './ui-state.repository';

/** What only a page or a program on this machine may ask for. */
@Module({
  imports: [ActivityModule, SettingsModule],
  controllers: [UiSessionsController, ConfigController, TemplateStatusController],
  providers: [
    UiSessionsService,
    UiSessionsRepository,
    ConfigService,
    TemplateStatusService,
    UiStateRepository,
  ],
})
export class UiModule {}

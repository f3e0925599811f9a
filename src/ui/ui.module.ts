import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ActivityModule } from '../activity/activity.module';
import { ConflictsModule } from '../conflicts/conflicts.module';
import { AgentsModule } from '../agents/agents.module';
import { SettingsModule } from '../settings/settings.module';
import { BackendModule } from '../backend/backend.module';
import { MemoriesModule } from '../memories/memories.module';
import { AttentionController } from './attention.controller';
import { AttentionRepository } from './attention.repository';
import { AttentionService } from './attention.service';
import { ConfigController } from './config.controller';
import { ConfigService } from './config.service';
import { TemplateStatusController } from './template-status.controller';
import { TemplateStatusService } from './template-status.service';
import { UiActivityController } from './ui-activity.controller';
import { UiAgentsController } from './ui-agents.controller';
import { RecallCountsRepository } from './recall-counts.repository';
import { UiChanges } from './ui-changes.service';
import { UiConflictsController } from './ui-conflicts.controller';
import { UiConflictsService } from './ui-conflicts.service';
import { UiCountsController } from './ui-counts.controller';
import { UiCounts } from './ui-counts.service';
import { UiSessionsController } from './ui-sessions.controller';
import { UiSessionsRepository } from './ui-sessions.repository';
import { UiSessionsService } from './ui-sessions.service';
import { UiStateRepository } from './ui-state.repository';

/** Endpoints for pages and programs on this machine. */
@Module({
  imports: [
    AccessModule,
    ActivityModule,
    AgentsModule,
    BackendModule,
    ConflictsModule,
    MemoriesModule,
    SettingsModule,
  ],
  controllers: [
    AttentionController,
    UiActivityController,
    UiAgentsController,
    UiSessionsController,
    ConfigController,
    TemplateStatusController,
    UiConflictsController,
    UiCountsController,
  ],
  providers: [
    AttentionRepository,
    AttentionService,
    UiSessionsService,
    UiSessionsRepository,
    ConfigService,
    TemplateStatusService,
    UiStateRepository,
    UiConflictsService,
    RecallCountsRepository,
    UiChanges,
    UiCounts,
  ],
})
export class UiModule {}

import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module';
import { AgentsModule } from './agents/agents.module';
import { AuditRoutesModule } from './audit-routes/audit-routes.module';
import { BackendModule } from './backend/backend.module';
import { AppConfigModule } from './config/config.module';
import { ConflictsModule } from './conflicts/conflicts.module';
import { PersistenceModule } from './database/persistence.module';
import { EventsModule } from './events/events.module';
import { ExtractionModule } from './extraction/extraction.module';
import { FilesModule } from './files/files.module';
import { ForgettingModule } from './forgetting/forgetting.module';
import { HealthModule } from './health/health.module';
import { LinkFindingModule } from './links/link-finding.module';
import { MaintenanceScheduleModule } from './maintenance/maintenance-schedule.module';
import { McpModule } from './mcp/mcp.module';
import { MemoriesModule } from './memories/memories.module';
import { ObservabilityModule } from './observability/observability.module';
import { PolicyModule } from './policy/policy.module';
import { RecallModule } from './recall/recall.module';
import { SessionsModule } from './sessions/sessions.module';
import { TransferRoutesModule } from './transfer/transfer-routes.module';
import { UiModule } from './ui/ui.module';

@Module({
  imports: [
    AppConfigModule.forRoot(),
    PersistenceModule,
    AuditRoutesModule,
    AccessModule,
    BackendModule,
    AgentsModule,
    SessionsModule,
    MemoriesModule,
    LinkFindingModule,
    RecallModule,
    FilesModule,
    PolicyModule,
    ExtractionModule,
    ConflictsModule,
    McpModule,
    EventsModule,
    ForgettingModule,
    MaintenanceScheduleModule,
    TransferRoutesModule,
    UiModule,
    HealthModule,
    ObservabilityModule,
  ],
})
export class AppModule {}

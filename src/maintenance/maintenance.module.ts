import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AgentsModule } from '../agents/agents.module';
import { BackendModule } from '../backend/backend.module';
import { StoredFilesModule } from '../files/stored-files.module';
import { IdempotencyRepository } from '../memories/idempotency.repository';
import { PolicyModule } from '../policy/policy.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { MaintenanceController } from './maintenance.controller';
import { MaintenanceRunner } from './maintenance-runner.service';
import { MaintenanceRunsRepository } from './maintenance-runs.repository';
import { MaintenanceService } from './maintenance.service';
import { Pruning } from './pruning.service';

/** Maintenance and the records of its runs, without a schedule. */
@Module({
  imports: [
    AccessModule,
    AgentsModule,
    BackendModule,
    PolicyModule,
    SessionsModule,
    SettingsModule,
    StoredFilesModule,
  ],
  controllers: [MaintenanceController],
  providers: [
    IdempotencyRepository,
    MaintenanceRunner,
    MaintenanceRunsRepository,
    MaintenanceService,
    Pruning,
  ],
  exports: [MaintenanceService],
})
export class MaintenanceModule {}

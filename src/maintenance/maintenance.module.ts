import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ActivityModule } from '../activity/activity.module';
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
import { StoragePruning } from './storage-pruning.service';

/** Maintenance, and what is known of its runs; nothing in it runs by itself. */
@Module({
  imports: [
    AccessModule,
    ActivityModule,
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
    StoragePruning,
  ],
  exports: [MaintenanceService],
})
export class MaintenanceModule {}

import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AgentsModule } from '../agents/agents.module';
import { BackendModule } from '../backend/backend.module';
import { DeliveriesRepository } from '../events/webhooks/deliveries.repository';
import { StoredFilesModule } from '../files/stored-files.module';
import { IdempotencyRepository } from '../memories/idempotency.repository';
import { PolicyModule } from '../policy/policy.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { Leftovers } from './leftovers.service';
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
  // The command that runs maintenance must not send webhooks, as their module does.
  providers: [
    DeliveriesRepository,
    IdempotencyRepository,
    Leftovers,
    MaintenanceRunner,
    MaintenanceRunsRepository,
    MaintenanceService,
    Pruning,
  ],
  exports: [MaintenanceService],
})
export class MaintenanceModule {}

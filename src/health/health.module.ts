import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { AuditModule } from '../audit/audit.module';
import { BackendModule } from '../backend/backend.module';
import { StoredFilesModule } from '../files/stored-files.module';
import { MaintenanceModule } from '../maintenance/maintenance.module';
import { BackgroundReports } from './background.health';
import { HealthController } from './health.controller';
import { ReadinessChecks } from './readiness.health';

@Module({
  // Its own logger would report a down part at error level on every probe.
  imports: [
    AuditModule,
    BackendModule,
    MaintenanceModule,
    StoredFilesModule,
    TerminusModule.forRoot({ logger: false }),
  ],
  controllers: [HealthController],
  providers: [BackgroundReports, ReadinessChecks],
})
export class HealthModule {}

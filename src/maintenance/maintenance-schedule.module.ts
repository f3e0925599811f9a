import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { SettingsModule } from '../settings/settings.module';
import { MaintenanceScheduler } from './maintenance-scheduler.service';
import { MaintenanceModule } from './maintenance.module';

/** Runs maintenance on its schedule. The command that runs it once leaves this module out. */
@Module({
  imports: [ScheduleModule.forRoot(), MaintenanceModule, SettingsModule],
  providers: [MaintenanceScheduler],
})
export class MaintenanceScheduleModule {}

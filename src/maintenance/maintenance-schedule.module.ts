import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { SettingsModule } from '../settings/settings.module';
import { MaintenanceScheduler } from './maintenance-scheduler.service';
import { MaintenanceModule } from './maintenance.module';

/** Makes maintenance run by itself: for the service, but not for the command that runs it once. */
@Module({
  imports: [ScheduleModule.forRoot(), MaintenanceModule, SettingsModule],
  providers: [MaintenanceScheduler],
})
export class MaintenanceScheduleModule {}

import { Module } from '@nestjs/common';
import { ActivityLog } from './activity-log.service';
import { ActivityRepository } from './activity.repository';

@Module({ providers: [ActivityLog, ActivityRepository], exports: [ActivityLog] })
export class ActivityModule {}

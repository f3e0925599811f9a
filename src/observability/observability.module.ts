import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { BackendModule } from '../backend/backend.module';
import { DeletionBacklogRepository } from './deletion-backlog.repository';
import { FileBacklogRepository } from './file-backlog.repository';
import { LastMaintenanceRepository } from './last-maintenance.repository';
import { MetricsController } from './metrics.controller';
import { Metrics } from './metrics.service';

@Module({
  imports: [AccessModule, BackendModule],
  controllers: [MetricsController],
  providers: [DeletionBacklogRepository, FileBacklogRepository, LastMaintenanceRepository, Metrics],
})
export class ObservabilityModule {}

import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AuditModule } from '../audit/audit.module';
import { BackendModule } from '../backend/backend.module';
import { MetricsController } from './metrics.controller';
import { MetricsRepository } from './metrics.repository';
import { Metrics } from './metrics.service';

@Module({
  imports: [AccessModule, AuditModule, BackendModule],
  controllers: [MetricsController],
  providers: [MetricsRepository, Metrics],
})
export class ObservabilityModule {}

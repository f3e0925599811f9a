import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { DatabaseHealth } from './database.health';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';

@Module({
  // Its own logger would report a down part at error level on every probe.
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [HealthService, DatabaseHealth],
})
export class HealthModule {}

import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { BackendModule } from '../backend/backend.module';
import { DatabaseHealth } from './database.health';
import { EmbeddingsHealth } from './embeddings.health';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';

@Module({
  // Its own logger would report a down part at error level on every probe.
  imports: [BackendModule, TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [HealthService, DatabaseHealth, EmbeddingsHealth],
})
export class HealthModule {}

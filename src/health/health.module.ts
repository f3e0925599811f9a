import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { BackendModule } from '../backend/backend.module';
import { StoredFilesModule } from '../files/stored-files.module';
import { MaintenanceModule } from '../maintenance/maintenance.module';
import { BackendHealth } from './backend.health';
import { BacklogsHealth } from './backlogs.health';
import { DatabaseHealth } from './database.health';
import { EmbeddingsHealth } from './embeddings.health';
import { FilesHealth } from './files.health';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';
import { IndexesHealth } from './indexes.health';
import { MaintenanceHealth } from './maintenance.health';
import { NeededParts } from './needed-parts.health';
import { StoppingHealth } from './stopping.health';

@Module({
  // Its own logger would report a down part at error level on every probe.
  imports: [BackendModule, MaintenanceModule, StoredFilesModule, TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [
    HealthService,
    DatabaseHealth,
    BackendHealth,
    BacklogsHealth,
    EmbeddingsHealth,
    FilesHealth,
    IndexesHealth,
    MaintenanceHealth,
    NeededParts,
    StoppingHealth,
  ],
})
export class HealthModule {}

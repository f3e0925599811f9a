import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { LinksModule } from '../links/links.module';
import { MemoriesModule } from '../memories/memories.module';
import { SessionsModule } from '../sessions/sessions.module';
import { ConflictDetection } from './conflict-detection.service';
import { ConflictGeneration } from './conflict-generation.service';
import { ConflictReportsRepository } from './conflict-reports.repository';
import { ConflictReports } from './conflict-reports.service';
import { ConflictResolution } from './conflict-resolution.service';
import { ConflictRun } from './conflict-run.service';
import { ConflictsController } from './conflicts.controller';
import { GenerationSlots } from './generation-slots.service';
import { OwnDetection } from './own-detection.service';
import { ReportJudge } from './report-judge.service';

@Module({
  imports: [MemoriesModule, BackendModule, LinksModule, SessionsModule],
  controllers: [ConflictsController],
  providers: [
    ConflictDetection,
    ConflictGeneration,
    ConflictReports,
    ConflictReportsRepository,
    ConflictResolution,
    ConflictRun,
    GenerationSlots,
    OwnDetection,
    ReportJudge,
  ],
  exports: [ConflictGeneration, ConflictReports, ConflictResolution],
})
export class ConflictsModule {}

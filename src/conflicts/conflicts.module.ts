import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { SessionsModule } from '../sessions/sessions.module';
import { BackendDetection } from './backend-detection.service';
import { ConflictCandidates } from './conflict-candidates.service';
import { ConflictGeneration } from './conflict-generation.service';
import { ConflictReportsRepository } from './conflict-reports.repository';
import { ConflictReports } from './conflict-reports.service';
import { ConflictResolution } from './conflict-resolution.service';
import { ConflictsController } from './conflicts.controller';
import { ConflictRun } from './conflict-run.service';
import { DetectionModule } from './detection/detection.module';
import { GenerationSlots } from './generation-slots.service';
import { OwnDetection } from './own-detection.service';
import { UnsettledPairs } from './unsettled-pairs.service';

@Module({
  imports: [BackendModule, DetectionModule, SessionsModule],
  controllers: [ConflictsController],
  providers: [
    BackendDetection,
    ConflictCandidates,
    ConflictGeneration,
    ConflictReports,
    ConflictReportsRepository,
    ConflictResolution,
    ConflictRun,
    GenerationSlots,
    OwnDetection,
    UnsettledPairs,
  ],
  exports: [ConflictGeneration, ConflictReports],
})
export class ConflictsModule {}

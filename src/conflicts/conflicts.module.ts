import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { InferenceModule } from '../inference/inference.module';
import { LinksModule } from '../links/links.module';
import { MemoriesModule } from '../memories/memories.module';
import { SessionsModule } from '../sessions/sessions.module';
import { ConflictDetection } from './conflict-detection.service';
import { ConflictGeneration, GenerationSlots } from './conflict-generation.service';
import { ConflictReportsRepository } from './conflict-reports.repository';
import { ConflictReports } from './conflict-reports.service';
import { ConflictResolution } from './conflict-resolution.service';
import { ConflictRun } from './conflict-run.service';
import { ConflictsController } from './conflicts.controller';
import { ModelJudge } from './detection/model-judge.service';
import { ConflictJudge } from './detection/verdict';
import { OwnDetection } from './own-detection.service';

@Module({
  imports: [MemoriesModule, BackendModule, InferenceModule, LinksModule, SessionsModule],
  controllers: [ConflictsController],
  providers: [
    { provide: ConflictJudge, useClass: ModelJudge },
    ConflictDetection,
    ConflictGeneration,
    ConflictReports,
    ConflictReportsRepository,
    ConflictResolution,
    ConflictRun,
    GenerationSlots,
    OwnDetection,
  ],
  exports: [ConflictGeneration, ConflictReports, ConflictResolution],
})
export class ConflictsModule {}

import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { InferenceModule } from '../inference/inference.module';
import { MemoriesModule } from '../memories/memories.module';
import { SessionsModule } from '../sessions/sessions.module';
import { CandidateFinder } from './candidate-finder.service';
import { ExtractionController } from './extraction.controller';
import { ExtractionService } from './extraction.service';

@Module({
  imports: [BackendModule, InferenceModule, MemoriesModule, SessionsModule],
  controllers: [ExtractionController],
  providers: [ExtractionService, CandidateFinder],
  exports: [ExtractionService],
})
export class ExtractionModule {}

import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { InferenceModule } from '../inference/inference.module';
import { LinksModule } from '../links/links.module';
import { MemoriesModule } from '../memories/memories.module';
import { ScreeningModule } from '../screening/screening.module';
import { SessionsModule } from '../sessions/sessions.module';
import { CandidateFinder } from './candidate-finder.service';
import { ExtractionController } from './extraction.controller';
import { ExtractionService } from './extraction.service';
import { KnownStatements } from './known-statements.service';

@Module({
  imports: [BackendModule, InferenceModule, LinksModule, MemoriesModule, ScreeningModule, SessionsModule],
  controllers: [ExtractionController],
  providers: [ExtractionService, CandidateFinder, KnownStatements],
  exports: [ExtractionService],
})
export class ExtractionModule {}

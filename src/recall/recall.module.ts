import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { InferenceModule } from '../inference/inference.module';
import { LinksModule } from '../links/links.module';
import { MemoriesModule } from '../memories/memories.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { AnswerController } from './answer.controller';
import { AnswerHistories } from './answer-history.service';
import { AnswerSearch } from './answer-search.service';
import { AnswerService } from './answer.service';
import { DailySummaryController } from './daily-summary.controller';
import { DailySummaries } from './daily-summary.service';
import { DayChanges } from './day-changes.service';
import { ListingsController } from './listings.controller';
import { RecallController } from './recall.controller';
import { RecallService } from './recall.service';

@Module({
  imports: [BackendModule, InferenceModule, LinksModule, MemoriesModule, SessionsModule, SettingsModule],
  controllers: [RecallController, AnswerController, ListingsController, DailySummaryController],
  providers: [RecallService, DailySummaries, DayChanges, AnswerService, AnswerSearch, AnswerHistories],
  exports: [RecallService, DailySummaries, AnswerService],
})
export class RecallModule {}

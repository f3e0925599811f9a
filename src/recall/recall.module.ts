import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { InferenceModule } from '../inference/inference.module';
import { LinksModule } from '../links/links.module';
import { MemoriesModule } from '../memories/memories.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { TracesModule } from '../traces/traces.module';
import { AnswerController } from './answer.controller';
import { AnswerHistories } from './answer-history.service';
import { AnswerSearch } from './answer-search.service';
import { AnswerService } from './answer.service';
import { DailySummaryController } from './daily-summary.controller';
import { DailySummaries } from './daily-summary.service';
import { DayChanges } from './day-changes.service';
import { ListingsController } from './listings.controller';
import { ListingsService } from './listings.service';
import { RecallController } from './recall.controller';
import { Relations } from './relations.service';
import { RecallTracing } from './recall-tracing.service';
import { RecallService } from './recall.service';
import { TracesController } from './traces.controller';

@Module({
  imports: [
    BackendModule,
    InferenceModule,
    LinksModule,
    MemoriesModule,
    SessionsModule,
    SettingsModule,
    TracesModule,
  ],
  controllers: [
    RecallController,
    AnswerController,
    ListingsController,
    DailySummaryController,
    TracesController,
  ],
  providers: [
    RecallService,
    RecallTracing,
    Relations,
    ListingsService,
    DailySummaries,
    DayChanges,
    AnswerService,
    AnswerSearch,
    AnswerHistories,
  ],
  exports: [RecallService, ListingsService, DailySummaries, AnswerService],
})
export class RecallModule {}

import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AgentsModule } from '../agents/agents.module';
import { BackendModule } from '../backend/backend.module';
import { SessionsModule } from '../sessions/sessions.module';
import { Currency } from './currency.service';
import { DueMemoriesMiddleware } from './due-memories.middleware';
import { DueMemories } from './due-memories.service';
import { LinksModule } from '../links/links.module';
import { LinksController } from './links.controller';
import { IdempotencyRepository } from './idempotency.repository';
import { IdempotencyService } from './idempotency.service';
import { MemoriesByRefController } from './memories-by-ref.controller';
import { MemoriesController } from './memories.controller';
import { ScreeningModule } from '../screening/screening.module';
import { MemoriesService } from './memories.service';
import { MemoryStoring } from './memory-storing.service';
import { MemoryStatusController } from './memory-status.controller';
import { MemoryTransfersController } from './memory-transfers.controller';
import { MemoryTransfers } from './memory-transfers.service';
import { QuarantineController } from './quarantine.controller';
import { Quarantine } from './quarantine.service';
import { RememberController } from './remember.controller';
import { RememberService } from './remember.service';
import { RepeatableWrites } from './repeatable-writes.service';

@Module({
  imports: [AccessModule, AgentsModule, BackendModule, LinksModule, ScreeningModule, SessionsModule],
  // By references before by ids: `memories/by-ref/history` is no history of a memory `by-ref`.
  controllers: [
    RememberController,
    MemoriesByRefController,
    MemoryTransfersController,
    MemoryStatusController,
    MemoriesController,
    LinksController,
    QuarantineController,
  ],
  providers: [
    Currency,
    DueMemories,
    MemoriesService,
    MemoryStoring,
    Quarantine,
    MemoryTransfers,
    RememberService,
    RepeatableWrites,
    IdempotencyService,
    IdempotencyRepository,
  ],
  exports: [Currency, DueMemories, IdempotencyService, RepeatableWrites, MemoriesService, RememberService],
})
export class MemoriesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(DueMemoriesMiddleware).forRoutes('{*path}');
  }
}

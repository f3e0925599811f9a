import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { SessionsModule } from '../sessions/sessions.module';
import { Currency } from './currency.service';
import { LinksController } from './links/links.controller';
import { LinksRepository } from './links/links.repository';
import { Links } from './links/links.service';
import { Supersession } from './links/supersession.service';
import { IdempotencyRepository } from './idempotency.repository';
import { IdempotencyService } from './idempotency.service';
import { MemoriesController } from './memories.controller';
import { MemoriesService } from './memories.service';
import { RememberController } from './remember.controller';
import { RememberService } from './remember.service';
import { RepeatableWrites } from './repeatable-writes.service';

@Module({
  imports: [BackendModule, SessionsModule],
  controllers: [RememberController, MemoriesController, LinksController],
  providers: [
    Currency,
    Links,
    LinksRepository,
    Supersession,
    MemoriesService,
    RememberService,
    RepeatableWrites,
    IdempotencyService,
    IdempotencyRepository,
  ],
  exports: [
    Currency,
    IdempotencyService,
    Links,
    LinksRepository,
    Supersession,
    RepeatableWrites,
    MemoriesService,
    RememberService,
  ],
})
export class MemoriesModule {}

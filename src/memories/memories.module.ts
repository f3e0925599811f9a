import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { SessionsModule } from '../sessions/sessions.module';
import { IdempotencyRepository } from './idempotency.repository';
import { IdempotencyService } from './idempotency.service';
import { MemoriesController } from './memories.controller';
import { MemoriesService } from './memories.service';
import { RememberController } from './remember.controller';

@Module({
  imports: [BackendModule, SessionsModule],
  controllers: [RememberController, MemoriesController],
  providers: [MemoriesService, IdempotencyService, IdempotencyRepository],
  exports: [IdempotencyService],
})
export class MemoriesModule {}

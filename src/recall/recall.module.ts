import { Module } from '@nestjs/common';
import { BackendModule } from '../backend/backend.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { ListingsController } from './listings.controller';
import { RecallController } from './recall.controller';
import { RecallService } from './recall.service';

@Module({
  imports: [BackendModule, SessionsModule, SettingsModule],
  controllers: [RecallController, ListingsController],
  providers: [RecallService],
})
export class RecallModule {}

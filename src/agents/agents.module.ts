import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module';
import { AccessModule } from '../access/access.module';
import { BackendModule } from '../backend/backend.module';
import { AgentCounts } from './agent-counts.service';
import { AgentsController } from './agents.controller';
import { AgentsRepository } from './agents.repository';
import { AgentSettings } from './agent-settings.service';
import { AgentsService } from './agents.service';

@Module({
  imports: [AccessModule, ActivityModule, BackendModule],
  controllers: [AgentsController],
  providers: [AgentsService, AgentSettings, AgentCounts, AgentsRepository],
  exports: [AgentsService],
})
export class AgentsModule {}

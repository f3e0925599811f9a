import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module';
import { AccessModule } from '../access/access.module';
import { BackendModule } from '../backend/backend.module';
import { AgentCounts } from './agent-counts.service';
import { AgentsController } from './agents.controller';
import { AgentsRepository } from './agents.repository';
import { AgentsService } from './agents.service';

@Module({
  imports: [AccessModule, ActivityModule, BackendModule],
  controllers: [AgentsController],
  providers: [AgentsService, AgentCounts, AgentsRepository],
  exports: [AgentsService],
})
export class AgentsModule {}

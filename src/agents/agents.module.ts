import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module';
import { AccessModule } from '../access/access.module';
import { AuditModule } from '../audit/audit.module';
import { BackendModule } from '../backend/backend.module';
import { QuotasModule } from '../quotas/quotas.module';
import { TracesModule } from '../traces/traces.module';
import { AgentCounts } from './agent-counts.service';
import { AgentLogs } from './agent-logs.service';
import { AgentReadsController } from './agent-reads.controller';
import { AgentReadsRepository } from './agent-reads.repository';
import { AgentReads } from './agent-reads.service';
import { AgentsController } from './agents.controller';
import { AgentsRepository } from './agents.repository';
import { AgentQuotas } from './agent-quotas.service';
import { AgentSettings } from './agent-settings.service';
import { AgentsService } from './agents.service';

@Module({
  imports: [AccessModule, ActivityModule, AuditModule, BackendModule, QuotasModule, TracesModule],
  controllers: [AgentsController, AgentReadsController],
  providers: [
    AgentsService,
    AgentLogs,
    AgentSettings,
    AgentCounts,
    AgentQuotas,
    AgentsRepository,
    AgentReads,
    AgentReadsRepository,
  ],
  exports: [AgentLogs, AgentsService],
})
export class AgentsModule {}

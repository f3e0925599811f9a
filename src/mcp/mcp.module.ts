import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module';
import { AgentsModule } from '../agents/agents.module';
import { AuditModule } from '../audit/audit.module';
import { Env } from '../config/env';
import { ConflictsModule } from '../conflicts/conflicts.module';
import { ExtractionModule } from '../extraction/extraction.module';
import { LinksModule } from '../links/links.module';
import { MemoriesModule } from '../memories/memories.module';
import { PolicyModule } from '../policy/policy.module';
import { RecallModule } from '../recall/recall.module';
import { SessionsModule } from '../sessions/sessions.module';
import { OriginRule } from './mcp-access.guard';
import { McpAdmission } from './mcp-admission.service';
import { McpController } from './mcp.controller';
import { McpServers } from './mcp-server.service';
import { MemoryResources } from './memory-resources.service';
import { McpSessions } from './mcp-sessions.service';
import { ToolRecords } from './tool-records.service';
import { ToolRunner } from './tool-runner.service';
import { ToolSet } from './tool-set';
import { AnswerTools } from './tools/answer.tools';
import { ConflictTools } from './tools/conflict.tools';
import { ReadingTools } from './tools/reading.tools';
import { ReviewTools } from './tools/review.tools';
import { WritingTools } from './tools/writing.tools';

const TOOL_GROUPS = [ReadingTools, WritingTools, AnswerTools, ReviewTools, ConflictTools];

@Module({
  imports: [
    ActivityModule,
    AgentsModule,
    AuditModule,
    ConflictsModule,
    ExtractionModule,
    LinksModule,
    MemoriesModule,
    PolicyModule,
    RecallModule,
    SessionsModule,
  ],
  controllers: [McpController],
  providers: [
    ...TOOL_GROUPS,
    McpAdmission,
    McpServers,
    McpSessions,
    MemoryResources,
    ToolRecords,
    ToolRunner,
    {
      provide: ToolSet,
      inject: [Env, ...TOOL_GROUPS],
      useFactory: (env: Env, ...groups: object[]) => new ToolSet(env, groups),
    },
  ],
})
export class McpModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(OriginRule).forRoutes('mcp', 'mcp/*path');
  }
}

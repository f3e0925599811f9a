import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { SessionsModule } from '../sessions/sessions.module';
import { EventsController } from './events.controller';
import { EventFeeds } from './event-feeds.service';
import { EventLogRepository } from './event-log.repository';
import { EventStarts } from './event-starts.service';
import { EventStreams } from './event-streams.service';
import { StreamAdmission } from './stream-admission.service';

@Module({
  imports: [AuditModule, SessionsModule],
  controllers: [EventsController],
  providers: [EventFeeds, EventLogRepository, EventStarts, EventStreams, StreamAdmission],
})
export class EventsModule {}

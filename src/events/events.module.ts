import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { AuditModule } from '../audit/audit.module';
import { SessionsModule } from '../sessions/sessions.module';
import { TracesModule } from '../traces/traces.module';
import { Env } from '../config/env';
import { EventsController } from './events.controller';
import { EventFeeds } from './event-feeds.service';
import { EventLogRepository } from './event-log.repository';
import { EventStarts } from './event-starts.service';
import { EventStreams } from './event-streams.service';
import { StreamAdmission } from './stream-admission.service';
import { TraceFeeds } from './traces/trace-feeds.service';
import { TraceStreams } from './traces/trace-streams.service';
import { TracesStreamController } from './traces/traces-stream.controller';
import { DeliveriesRepository } from './webhooks/deliveries.repository';
import { DeliveryCall } from './webhooks/delivery-call.service';
import { DeliveryQueue } from './webhooks/delivery-queue.service';
import { DeliverySender } from './webhooks/delivery-sender.service';
import { DeliveryWorker } from './webhooks/delivery-worker.service';
import { WebhookSecrets } from './webhooks/webhook-secrets';
import { WebhooksController } from './webhooks/webhooks.controller';
import { WebhooksRepository } from './webhooks/webhooks.repository';
import { WebhooksService } from './webhooks/webhooks.service';

@Module({
  imports: [AccessModule, AuditModule, SessionsModule, TracesModule],
  controllers: [EventsController, TracesStreamController, WebhooksController],
  providers: [
    DeliveriesRepository,
    DeliveryCall,
    DeliveryQueue,
    DeliverySender,
    DeliveryWorker,
    EventFeeds,
    EventLogRepository,
    EventStarts,
    EventStreams,
    StreamAdmission,
    TraceFeeds,
    TraceStreams,
    { provide: WebhookSecrets, useFactory: (env: Env) => new WebhookSecrets(env), inject: [Env] },
    WebhooksRepository,
    WebhooksService,
  ],
})
export class EventsModule {}

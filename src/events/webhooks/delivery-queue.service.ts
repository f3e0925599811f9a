import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { coversAgent } from '../../access/grant';
import { agentIdOf } from '../../agents/agent';
import { eventsBehind, type AgentEvent } from '../agent-event';
import { EventLogRepository, type PlacedEvents } from '../event-log.repository';
import { sentEvent } from '../events.dto';
import {
  DeliveriesRepository,
  MOST_WAITING,
  type BusyWebhook,
  type NewDelivery,
} from './deliveries.repository';

/** Records of one step. */
const PAGE = 200;
/** Of one look at a webhook; the next look goes on. */
const MOST_PAGES = 20;

/** Turns events of the log into deliveries, once each: the place of a webhook moves with what is queued. */
@Injectable()
export class DeliveryQueue {
  constructor(
    private readonly log: EventLogRepository,
    private readonly deliveries: DeliveriesRepository,
  ) {}

  async fill(webhookId: string): Promise<void> {
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      if (!(await this.deliveries.holding(webhookId, (hook) => this.fillPage(hook)))) return;
    }
  }

  /** Whether there may be more. */
  private async fillPage(hook: BusyWebhook): Promise<boolean> {
    if ((await this.deliveries.countWaiting(hook.webhookId)) >= MOST_WAITING) return false;
    const records = await this.log.afterInAll(hook.eventSeq, PAGE);
    const last = records.at(-1);
    if (last === undefined) return false;
    await this.deliveries.queue(
      hook.webhookId,
      records.flatMap((record) => deliveriesOf(hook, record)),
      last.eventSeq,
    );
    return records.length === PAGE;
  }
}

function deliveriesOf(hook: BusyWebhook, record: PlacedEvents): NewDelivery[] {
  const agentId = agentIdOf(record.chain);
  if (agentId === null || !coversAgent(hook, agentId)) return [];
  const events = eventsBehind(agentId, record, 0).filter(({ kind }) => hook.events.includes(kind));
  return events.map(deliveryOf);
}

function deliveryOf(event: AgentEvent): NewDelivery {
  const { id: eventId, kind, agentId, at } = event;
  const body = JSON.stringify({ type: kind, timestamp: at.toISOString(), data: sentEvent(event) });
  return { deliveryId: uuidv7(), eventId, kind, agentId, body };
}

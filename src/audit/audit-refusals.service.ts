import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { errorName } from '../common/error-name';
import { AuditLogRepository } from './audit-log.repository';
import { duringOperation } from './audit-operation';
import { MANAGEMENT_CHAIN } from './audit-entry';
import { AuditTrail, type AuditNote } from './audit-trail';

/** A request that was not admitted. Never the credential. */
export interface Refusal {
  /** The code of the error, such as `InvalidApiKey`. */
  code: string;
  operation: string | null;
  /** The holder of the key if it is known; else the address. */
  actor: string;
  /** The namespace of the agent, where a known actor asked for one. */
  chain: string | null;
}

/** The first refusals of a kind are written at once; those of the rest of this time are counted. */
const WINDOW_MS = 60_000;
const SOON_MS = 500;
/** Different refusals within the time; more are counted as those of `client:others`. */
const MOST = 500;

interface Counted extends Refusal {
  count: number;
  written: boolean;
}

/** Records refused admissions: one record for each kind, client and minute, so that a flood of them writes little. */
@Injectable()
export class AuditRefusals implements OnApplicationShutdown {
  private readonly logger = new Logger(AuditRefusals.name);
  private counted = new Map<string, Counted>();
  private timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly trail: AuditTrail,
    private readonly log: AuditLogRepository,
  ) {}

  note(refusal: Refusal): void {
    const known = this.counted.get(nameOf(refusal));
    const isFull = known === undefined && this.counted.size >= MOST;
    const noted = isFull ? { ...refusal, actor: 'client:others', chain: null, operation: null } : refusal;
    const entry = this.counted.get(nameOf(noted)) ?? { ...noted, count: 0, written: false };
    entry.count++;
    this.counted.set(nameOf(noted), entry);
    if (this.timers.length > 0) return;
    this.after(SOON_MS, () => this.write(false));
    this.after(WINDOW_MS, () => this.write(true));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.write(true);
  }

  private after(ms: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => void duringOperation({ operation: 'refused', actor: null }, work), ms);
    timer.unref();
    this.timers.push(timer);
  }

  /** `isEnd`: at the end of the time, when counting begins again. Never rejects: refusals are answered all the same. */
  private async write(isEnd: boolean): Promise<void> {
    const due = [...this.counted.values()].filter(({ count, written }) => count > 0 && (isEnd || !written));
    const counts = due.map(({ count }) => count);
    for (const entry of due) [entry.count, entry.written] = [0, true];
    if (isEnd) {
      for (const timer of this.timers) clearTimeout(timer);
      this.timers = [];
      this.counted = new Map();
    }
    try {
      const chains = await this.log.existing(due.flatMap(({ chain }) => chain ?? []));
      for (const [at, entry] of due.entries())
        await this.trail.record(noteOf(entry, counts[at] ?? 0, chains));
    } catch (error) {
      this.logger.warn(`${due.length} records of refused requests are lost (${errorName(error)})`);
    }
  }
}

function nameOf({ code, operation, actor, chain }: Refusal): string {
  return JSON.stringify([code, operation, actor, chain]);
}

function noteOf(refusal: Refusal, count: number, chains: ReadonlySet<string>): AuditNote {
  const { code, operation, actor, chain } = refusal;
  return {
    chain: chain !== null && chains.has(chain) ? chain : MANAGEMENT_CHAIN,
    operation: 'refused',
    actor,
    items: [
      { kind: 'refusal', id: code, event: 'refused' },
      ...(operation === null ? [] : [{ kind: 'operation', id: operation, event: 'refused' }]),
    ],
    count,
  };
}

import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { duringOperation } from '../audit/audit-operation';
import { HOLD_MS, TextChanges, type TextPlace } from '../backend/text-changes.repository';
import { pause } from '../common/deadline';
import { isBackendUnavailable } from '../common/domain-error';
import { errorName } from '../common/error-name';
import { FailureLog } from '../common/failure-log';
import { isWorthRepeating } from '../database/database-errors';
import { DueNames } from './due-names';
import { LinkTurn } from './link-turn.service';
import { type LinkOwner, LinksRepository } from './links.repository';

/** After a write: others that follow at once are read together, and `detect` has answered. */
const GATHER_MS = 300;
/** Until a namespace is looked at again whose next texts are not settled, or that another process has: at first, and at most. */
const BUSY_MS = 200;
const LONGEST_BUSY_MS = 2_000;
/** Between two looks for texts that no wake-up announced: of processes that died, imports of another process, restarts. */
const SCAN_MS = 60_000;
const SCANNED = 200;
const RESCAN_MS = 1_000;
/** Texts of one namespace in a row, before it is the turn of another one. */
const SLICE = 10;
const FIRST_READ = 20;
/** Places in memory of a namespace with many texts: 50 KB. */
const LONG_READ = 500;
/** Namespaces with such reads at the same time. */
const LONG_READS = 16;
/**
 * A rest after each text lasts this many times as long as the work on it, so that a backlog takes at most half of the
 * process (docs/adr/0058).
 */
const REST_FACTOR = 1;
const LONGEST_REST_MS = 250;
/** While requests keep the process busy, at most ten texts a second are compared: about a tenth of the process. */
const BUSY_REST_MS = 100;
/** Part of a rest in which the process had other work. */
const BUSY_SHARE = 0.5;
/** A text that fails so often in a row is passed. */
const ATTEMPTS = 3;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** A namespace that this process has, with places that it has read and not passed. */
interface HeldNamespace {
  owner: LinkOwner;
  places: TextPlace[];
  isMore: boolean;
}

/**
 * Finds links in the background, after writes were acknowledged. Its state is in the database: it can be stopped at any
 * moment, and of several processes one at a time reads a namespace.
 */
@Injectable()
export class BackgroundLinks implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(BackgroundLinks.name);
  private readonly holder = randomUUID();
  private readonly waiting = new DueNames(() => performance.now());
  private readonly held = new Map<string, HeldNamespace>();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private wakeUp = new AbortController();
  private nextScanAt = 0;
  /** Where the last scan ended that found too many; empty for the beginning. */
  private scanAfter = '';
  /** Namespaces in which this process wrote, and how often another process had them since. */
  private readonly announced = new Map<string, number>();
  /** In a row, of each namespace. */
  private readonly failures = new Map<string, number>();
  private readonly scanFailures = new FailureLog((message) => this.logger.warn(message));
  private readonly pauses = new FailureLog((message) => this.logger.warn(message));

  constructor(
    private readonly texts: TextChanges,
    private readonly repository: LinksRepository,
    private readonly turns: LinkTurn,
  ) {}

  onApplicationBootstrap(): void {
    this.texts.onWritten((namespace) => this.wake(namespace));
    this.running = this.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.texts.onWritten(null);
    this.stopping.abort(new Error('The service is stopping'));
    this.wakeUp.abort();
    await this.running;
    for (const namespace of this.held.keys())
      await this.texts.release(namespace, this.holder).catch(() => undefined);
  }

  private wake(namespace: string): void {
    this.announced.set(namespace, 0);
    if (this.waiting.add(namespace, GATHER_MS)) this.wakeUp.abort();
  }

  private async run(): Promise<void> {
    await this.texts.bringBack().catch(() => undefined);
    while (!this.stopping.signal.aborted) {
      this.wakeUp = new AbortController();
      await this.scanIfDue();
      const namespace = this.waiting.take();
      if (namespace !== null)
        await duringOperation({ operation: 'findLinks', actor: 'service' }, () => this.attend(namespace));
      else {
        const idleMs = Math.min(this.waiting.untilNext(), this.nextScanAt - performance.now());
        await pause(idleMs, this.wakeUp.signal);
      }
    }
  }

  private async scanIfDue(): Promise<void> {
    if (performance.now() < this.nextScanAt) return;
    const found = await this.findWaiting();
    const isFull = found.length === SCANNED;
    this.scanAfter = isFull ? (found.at(-1) ?? '') : '';
    this.nextScanAt = performance.now() + (isFull ? RESCAN_MS : SCAN_MS);
    for (const namespace of found) this.waiting.add(namespace, 0);
  }

  /** The namespaces with waiting texts. None if the read fails: texts of this process are compared all the same. */
  private async findWaiting(): Promise<string[]> {
    try {
      return await this.texts.findWaiting(this.scanAfter, SCANNED);
    } catch (error) {
      if (!this.stopping.signal.aborted)
        this.scanFailures.note('Texts of other processes are not looked for', errorName(error));
      return [];
    }
  }

  /** Works on a namespace for one slice. */
  private async attend(namespace: string): Promise<void> {
    try {
      const held = await this.hold(namespace);
      if (held === 'taken') this.waitForOther(namespace);
      else if (held !== null) await this.workOn(namespace, held);
      this.failures.delete(namespace);
    } catch (error) {
      await this.noteFailure(namespace, error);
    }
  }

  /**
   * The other process may have read before this one wrote. What a scan found is left to it, unless it has died, which
   * shows when its hold ends.
   */
  private waitForOther(namespace: string): void {
    const times = this.announced.get(namespace);
    if (times !== undefined) this.announced.set(namespace, times + 1);
    const busyMs = times === undefined ? HOLD_MS : Math.min(LONGEST_BUSY_MS, BUSY_MS * 2 ** times);
    this.waiting.add(namespace, busyMs);
  }

  /** Null if there is nothing to do. */
  private async hold(namespace: string): Promise<HeldNamespace | 'taken' | null> {
    const before = this.held.get(namespace);
    if (before && before.places.length > 0) return before;
    const owner = await this.repository.ownerOf(namespace);
    const isWanted = owner !== null && owner.supersession !== 'off';
    if (isWanted && !(await this.texts.hold(namespace, this.holder))) return 'taken';
    this.announced.delete(namespace);
    if (!isWanted) return null;
    const isLong = before?.isMore === true && this.held.size <= LONG_READS;
    const { places, isMore } = await this.texts.readNext(namespace, isLong ? LONG_READ : FIRST_READ);
    const held = { owner, places, isMore };
    this.held.set(namespace, held);
    return held;
  }

  private async workOn(namespace: string, held: HeldNamespace): Promise<void> {
    const slice = held.places.slice(0, SLICE);
    const last = slice.at(-1);
    for (const place of slice) await this.takeTurn(held.owner, place);
    if (last !== undefined) {
      if (!(await this.texts.advance(namespace, this.holder, last))) return this.lose(namespace);
      held.places.splice(0, slice.length);
    }
    if (held.places.length > 0) this.waiting.add(namespace, 0);
    else if (held.isMore) this.waiting.add(namespace, last === undefined ? BUSY_MS : 0);
    else await this.letGo(namespace);
  }

  private async takeTurn(owner: LinkOwner, place: TextPlace): Promise<void> {
    const start = performance.now();
    const { signal } = this.stopping;
    await this.turns.take(owner, place, signal).catch((error: unknown) => {
      const attempts = (this.failures.get(owner.namespace) ?? 0) + 1;
      if (signal.aborted || attempts < ATTEMPTS || isElsewhere(error)) throw error;
      this.logger.warn(`Memory ${place.memoryId} is not compared with others: ${errorName(error)}`);
    });
    await this.rest(performance.now() - start, signal);
  }

  private async rest(workedMs: number, signal: AbortSignal): Promise<void> {
    const restMs = Math.min(workedMs * REST_FACTOR, LONGEST_REST_MS);
    const before = performance.eventLoopUtilization();
    await pause(restMs, signal);
    const { utilization } = performance.eventLoopUtilization(before);
    const furtherMs = furtherRest(restMs, utilization);
    if (furtherMs > 0) await pause(furtherMs, signal);
  }

  /** Another process has it now, because this one was too slow. */
  private lose(namespace: string): void {
    this.held.delete(namespace);
    this.waiting.add(namespace, BUSY_MS);
  }

  private async letGo(namespace: string): Promise<void> {
    this.held.delete(namespace);
    await this.texts.release(namespace, this.holder);
  }

  private async noteFailure(namespace: string, error: unknown): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const failures = (this.failures.get(namespace) ?? 0) + 1;
    this.failures.set(namespace, failures);
    this.pauses.note('Finding links pauses', errorName(error));
    await this.letGo(namespace).catch(() => undefined);
    this.waiting.add(namespace, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
  }
}

/** How long to rest further, in ms, after a rest in which the process was busy for this share of the time. */
export function furtherRest(restedMs: number, busyShare: number): number {
  return busyShare > BUSY_SHARE ? Math.max(0, BUSY_REST_MS - restedMs) : 0;
}

/** Whether a server is away. Then the text is not skipped. */
function isElsewhere(error: unknown): boolean {
  return isBackendUnavailable(error) || isWorthRepeating(error);
}

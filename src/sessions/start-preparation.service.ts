import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MemorySearch } from '../backend/memory-search';
import { Clock } from '../common/clock';
import { inTime } from '../common/deadline';
import { ProcessState } from '../common/process-state';
import { SessionsRepository } from './sessions.repository';

/** What takes longer goes on while the service listens. */
const LISTEN_LIMIT_MS = 250;
/** What takes longer goes on while the service is ready. */
export const READY_LIMIT_MS = 20_000;
const MOST_AGENTS = 10_000;

/** Loads what the first recalls after a start would wait for. */
@Injectable()
export class StartPreparation implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly search: MemorySearch,
    private readonly state: ProcessState,
    private readonly clock: Clock,
  ) {}

  /** The service listens after this, so that the first recall of the agent that was activated last is quick. */
  async onApplicationBootstrap(): Promise<void> {
    const session = await this.sessions.findLastActivated(this.clock.now(), null);
    if (session === null) return;
    await inTime(this.search.prepare(session.namespace), LISTEN_LIMIT_MS);
    void this.state.prepare(inTime(this.prepareLarge(), READY_LIMIT_MS));
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** A load balancer sends requests after this: else those for the largest agents wait, and all others beside them. */
  private prepareLarge(): Promise<void> {
    const live = () => this.sessions.findLiveNamespaces(this.clock.now(), MOST_AGENTS);
    return this.search.prepareLarge(live, this.stopping.signal);
  }
}

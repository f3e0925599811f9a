import { Injectable } from '@nestjs/common';
import { TrailingFlight } from '../common/trailing-flight';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import type { StoredSession } from './session';
import { SessionsRepository, type FoundSession } from './sessions.repository';

/** What a request is admitted by: its session, and the settings as they are when it comes. */
@Injectable()
export class SessionLookUp {
  /** A look-up may only be shared with requests that came before it started. */
  private readonly lookUps = new TrailingFlight<FoundSession | null>();

  constructor(
    private readonly repository: SessionsRepository,
    private readonly settings: RuntimeSettings,
  ) {}

  /** One statement tells of both; only settings that changed take another. */
  async find(sessionId: string): Promise<StoredSession | null> {
    const found = await this.lookUps.run(sessionId, () => this.repository.find(sessionId));
    if (found !== null && !this.settings.isAt(found.settingsVersion)) await this.settings.fresh();
    return found;
  }

  /** Brings the settings up to date for a request of which no session is looked up. */
  settingsOnly(): Promise<void> {
    return this.settings.fresh();
  }
}

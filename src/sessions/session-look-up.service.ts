import { Injectable } from '@nestjs/common';
import { BatchLoader } from '../common/batch-loader';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import type { StoredSession } from './session';
import { MOST_FOUND, SessionsRepository, type FoundSession } from './sessions.repository';

/** Statements at a time, and sessions of each: one would make newcomers wait in full, many would share little. */
const LIMITS = { readings: 2, keys: MOST_FOUND } as const;

/** What a request is admitted by: its session, and the settings as they are when it comes. */
@Injectable()
export class SessionLookUp {
  /** A look-up may only be shared with requests that came before it started. */
  private readonly lookUps: BatchLoader<string, FoundSession>;

  constructor(
    repository: SessionsRepository,
    private readonly settings: RuntimeSettings,
  ) {
    this.lookUps = new BatchLoader((ids) => repository.findAll(ids), LIMITS);
  }

  /** One statement tells of both; only settings that changed take another. */
  async find(sessionId: string): Promise<StoredSession | null> {
    const found = await this.lookUps.find(sessionId);
    if (found !== null && !this.settings.isAt(found.settingsVersion)) await this.settings.fresh();
    return found;
  }

  /** Brings the settings up to date for a request of which no session is looked up. */
  settingsOnly(): Promise<void> {
    return this.settings.fresh();
  }
}

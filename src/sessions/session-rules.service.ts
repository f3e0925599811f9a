import { Injectable } from '@nestjs/common';
import { RuntimeSettings } from '../settings/runtime-settings.service';
import type { RenewalRule } from './session';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The settings of sessions, as they are in force now. */
@Injectable()
export class SessionRules {
  constructor(private readonly settings: RuntimeSettings) {}

  renewal(): RenewalRule {
    return {
      durationMs: Math.max(1, Math.round(this.settings.get('session.default_duration_hours') * HOUR_MS)),
      windowMs: this.settings.get('session.renew_window_minutes') * MINUTE_MS,
    };
  }

  autoRenews(): boolean {
    return this.settings.get('session.auto_renew_enabled');
  }

  autoRecreates(): boolean {
    return this.settings.get('session.auto_recreate_enabled');
  }
}

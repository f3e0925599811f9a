import { Injectable } from '@nestjs/common';
import { Env } from '../config/env';
import type { RenewalRule } from './session';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The settings of sessions. */
@Injectable()
export class SessionRules {
  constructor(private readonly env: Env) {}

  renewal(): RenewalRule {
    return {
      durationMs: Math.max(1, Math.round(this.env.SESSION_DEFAULT_DURATION_HOURS * HOUR_MS)),
      windowMs: this.env.SESSION_RENEW_WINDOW_MINUTES * MINUTE_MS,
    };
  }

  autoRenews(): boolean {
    return this.env.SESSION_AUTO_RENEW_ENABLED;
  }

  autoRecreates(): boolean {
    return this.env.SESSION_AUTO_RECREATE_ENABLED;
  }
}

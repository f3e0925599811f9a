/** What each setting does. Written by `npm run docs -- config` from the comments of `Env`. */
export const SETTING_TEXTS = {
  'session.default_duration_hours': 'Duration of a session in hours. Fractions are allowed.',
  'session.renew_window_minutes': 'A request renews its session when this many minutes or fewer are left.',
  'session.auto_renew_enabled': 'Whether requests renew sessions that end soon.',
  'session.auto_recreate_enabled':
    'Whether a new session replaces an expired one for a caller with management access.',
  'recall.limit': 'Memories that an answer returns if the request sets no limit.',
  'schedule.cron':
    'When maintenance runs (sweeps and purges by policy, then cleaning up), as a cron expression in UTC.',
  'schedule.enabled': 'Whether this process runs maintenance. `npm run maintenance` runs it by hand.',
  'schedule.max_fraction':
    'The nightly sweep skips an agent if more than this share of its active memories would expire.',
  'activity.retention_days': 'Days for which the activity log is kept.',
};

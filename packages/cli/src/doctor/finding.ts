export interface Finding {
  /** What was looked at. */
  check: string;
  status: 'ok' | 'warning' | 'broken';
  message: string;
  /** What to do. Null if it is ok. */
  fix: string | null;
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message, fix: null };
}

export function warning(check: string, message: string, fix: string): Finding {
  return { check, status: 'warning', message, fix };
}

export function broken(check: string, message: string, fix: string): Finding {
  return { check, status: 'broken', message, fix };
}

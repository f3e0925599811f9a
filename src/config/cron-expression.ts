import { CronTime } from 'cron';

/** How to say what `isCronExpression` takes. */
export const CRON_RULE = "a cron expression in UTC such as '55 23 * * *' that names some instant";

const MAX_CHARACTERS = 100;
/** Any instant will do: an expression is looked at for the eight years that follow, leap years among them. */
const SOME_INSTANT = new Date(Date.UTC(2026, 0, 1));

/** True for five fields, or six with seconds first, or a name such as `@daily`; not for the 30th of February. */
export function isCronExpression(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false;
  try {
    new CronTime(text, 'UTC').getNextDateFrom(SOME_INSTANT, 'UTC');
    return true;
  } catch {
    return false;
  }
}

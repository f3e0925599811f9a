import { isIP } from 'node:net';
import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsInt, Matches, Max, Min, ValidateBy } from 'class-validator';
import { CronTime } from 'cron';

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Reads true, 1, false and 0, and refuses the rest. */
export function Flag(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (FLAGS[value.toLowerCase()] ?? value) : value,
    ),
    IsBoolean(),
  );
}

export function IsCron(): PropertyDecorator {
  return ValidateBy({
    name: 'cron',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isCronExpression(value),
      defaultMessage: (context) => `${context?.property} must be ${CRON_RULE}`,
    },
  });
}

/** A whole number; both ends inclusive. */
export function Whole(min: number, max: number): PropertyDecorator {
  return applyDecorators(
    Type(() => Number),
    IsInt(),
    Min(min),
    Max(max),
  );
}

/** A key that a header can carry. */
export function Key(): PropertyDecorator {
  return Matches(/^[!-~]+$/, { message: '$property must be visible ASCII characters without spaces' });
}

/** Of a server, with a path where it has one. A message that repeats a bad one would repeat its credentials. */
export function Address(example: string): PropertyDecorator {
  return Matches(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, {
    message: `$property must be like ${example}, without credentials, query or fragment`,
  });
}

/** Names that Express knows for networks, https://expressjs.com/en/guide/behind-proxies.html */
const NETWORK_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Addresses, and networks as `10.0.0.0/8` or by name, separated by commas. Empty: none. */
export function Networks(): PropertyDecorator {
  return ValidateBy({
    name: 'networks',
    validator: {
      validate: (value: unknown) =>
        value === '' ||
        (typeof value === 'string' && value.split(',').every((each) => isNetwork(each.trim()))),
      defaultMessage: (context) =>
        `${context?.property} must be addresses or networks such as 10.0.0.0/8, loopback or uniquelocal, separated by commas`,
    },
  });
}

function isNetwork(text: string): boolean {
  if (NETWORK_NAMES.has(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** Describes what `isCronExpression` accepts. */
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

import { isIP } from 'node:net';
import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsInt, Matches, Max, Min, ValidateBy } from 'class-validator';
import { CRON_RULE, isCronExpression } from './cron-expression';

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

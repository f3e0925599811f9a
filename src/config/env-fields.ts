import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { CRON_RULE, isCronExpression } from './cron-expression';

const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Reads true, 1, false and 0; `IsBoolean` refuses the rest. */
export function Flag(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? (FLAGS[value.toLowerCase()] ?? value) : value,
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

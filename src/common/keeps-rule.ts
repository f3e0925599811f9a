// Not the whole package: see class-validator-parts.d.ts.
import { ValidateBy } from 'class-validator/cjs/decorator/common/ValidateBy';
import type { Rule } from './field-rules';

/** A property that keeps to a rule, for class-validator, which keeps the rule and `more` as the context of its failures. */
export function KeepsRule(name: string, rule: Rule, more: object = {}): PropertyDecorator {
  const validate = (value: unknown) => rule(value).length === 0;
  return ValidateBy(
    { name, validator: { validate, defaultMessage: () => name } },
    { context: { ...more, rule } },
  );
}

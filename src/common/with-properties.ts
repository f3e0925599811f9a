import type { Type } from '@nestjs/common';

/** Declares a property of a class whose values have this type; `undefined` among them makes the property optional. */
export interface Property<Value> extends PropertyDecorator {
  /** Only for the compiler. */
  readonly valueType?: () => Value;
}

type Properties = Readonly<Record<string, PropertyDecorator>>;
type ValueOf<Declared> = Declared extends Property<infer Value> ? Value : never;
type OptionalName<Declared> = {
  [Name in keyof Declared]: undefined extends ValueOf<Declared[Name]> ? Name : never;
}[keyof Declared];

/** What an object with these properties holds. */
type Values<Declared> = {
  [Name in Exclude<keyof Declared, OptionalName<Declared>>]: ValueOf<Declared[Name]>;
} & { [Name in OptionalName<Declared>]?: ValueOf<Declared[Name]> };

/** A class to extend: its properties, and their types, come from their declarations, beside those of a base class. */
export function withProperties<Declared extends Properties>(declared: Declared): Type<Values<Declared>>;
export function withProperties<Base extends object, Declared extends Properties>(
  base: Type<Base>,
  declared: Declared,
): Type<Base & Values<Declared>>;
export function withProperties(first: Type<object> | Properties, second: Properties = {}): Type<object> {
  const [base, declared] = typeof first === 'function' ? [first, second] : [class {}, first];
  const type = class extends base {};
  for (const [name, declare] of Object.entries(declared)) declare(type.prototype, name);
  return type;
}

import type { Type } from '@nestjs/common';

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** A time stands for its text. */
type Source<Value> = string extends Value ? Value | Date : Value;

/** The properties of an answer, by their names in the code. */
type Sources<Answer> = { readonly [Name in keyof Answer as CamelCase<Name & string>]: Source<Answer[Name]> };

/** The properties that each class of answers declares or inherits, by its prototype. */
const shown = new Map<object, readonly string[]>();

/** Notes that a class of answers has this property. */
export function noteShown(prototype: object, name: string): void {
  shown.set(prototype, [...shownBy(prototype), name]);
}

/** An answer with the declared properties of its class only, from an object that has them in camel case. */
export function answerOf<Answer extends object>(type: Type<Answer>, source: Sources<Answer>): Answer {
  const values = source as Readonly<Record<string, unknown>>;
  const entries = shownBy(type.prototype as object).map((name) => [
    name,
    textOfTime(values[camelCase(name)]),
  ]);
  return Object.fromEntries(entries) as Answer;
}

function shownBy(prototype: object | null): readonly string[] {
  if (prototype === null) return [];
  return shown.get(prototype) ?? shownBy(Object.getPrototypeOf(prototype) as object | null);
}

function textOfTime(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

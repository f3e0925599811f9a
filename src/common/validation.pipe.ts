import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { type FieldSource, mayBeOmitted, problemsOf, readFields } from './field';
import { isObject } from './objects';
import { PendingBody, UnreadBody } from './request-body';
import { ValidationError, invalid } from './validation-error';

const BUILT_IN: readonly unknown[] = [String, Number, Boolean, Array, Object];

/**
 * Makes bodies and queries instances of their request classes without unknown fields, or refuses them with every field
 * at fault (docs/adr/0028). It reads the body itself: pipes run after all guards, so a refused request costs no body
 * (docs/adr/0022).
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform<unknown, unknown> {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' && type !== 'query') return value;
    if (value instanceof PendingBody) return this.readAndTransform(value, { type, metatype });
    const requested = requestClass(metatype);
    return requested === null ? value : readRequest(requested, value, type);
  }

  private async readAndTransform(body: PendingBody, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    const value = await body.read();
    const requested = requestClass(metatype);
    if (requested === null) return value;
    const ignored = new Set<string>();
    try {
      return readRequest(requested, value, type as FieldSource, ignored);
    } finally {
      // A refusal names them too: a mistyped name is often the reason for it.
      if (ignored.size > 0) body.reportIgnored(ignored);
    }
  }
}

/** Null where a parameter has no class of its own. */
function requestClass(metatype: ArgumentMetadata['metatype']): Type<object> | null {
  return metatype === undefined || BUILT_IN.includes(metatype) ? null : (metatype as Type<object>);
}

/** An instance of a request class. Throws a ValidationError with every field at fault. */
export function readRequest<T extends object>(
  type: Type<T>,
  value: unknown,
  source: FieldSource,
  ignored?: Set<string>,
): T {
  const instance = readFields(type, givenObject(value, source, mayBeOmitted(type)), source, ignored);
  const problems = problemsOf(instance);
  if (problems.length === 0) return instance;
  throw new ValidationError(
    problems.map(({ type: kind, msg, path, input }) => ({ type: kind, loc: [source, ...path], msg, input })),
  );
}

/** The object that holds the fields; an empty one for no body if it is optional. Throws a ValidationError. */
export function givenObject(value: unknown, source: FieldSource, isOptional: boolean): object {
  if (value instanceof UnreadBody) {
    throw invalid(['body'], 'Send the body as JSON, with Content-Type: application/json', null);
  }
  if (value === undefined || value === null) {
    if (isOptional) return {};
    throw invalid([source], 'Field required', null, 'missing');
  }
  if (isObject(value)) return value;
  throw invalid([source], 'Input should be a valid object', value, 'dict_type');
}
